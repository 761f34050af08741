import { isGrpcServiceError } from '@temporalio/client';

/** Status codes of gRPC (https://grpc.io/docs/guides/status-codes). */
export const GRPC = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  UNIMPLEMENTED: 12,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
};

/** Returns the gRPC code of an error or of the nearest of its causes, null if none has one. */
export function grpcCodeOf(error: unknown): number | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof TemporalLateError || isGrpcServiceError(cause)) return cause.code;
  return null;
}

/** Returns whether an error or one of its causes has one of these gRPC codes. */
export const hasCode = (error: unknown, codes: number[]): boolean => codes.includes(grpcCodeOf(error) ?? -1);

/** Thrown when Temporal did not answer a call before its deadline. */
export class TemporalLateError extends Error {
  override name = 'TemporalLateError';
  readonly code = GRPC.DEADLINE_EXCEEDED;
}
