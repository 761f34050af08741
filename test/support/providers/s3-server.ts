import { type ApiReply, type ApiRequest, startApiServer } from './api-server';
import { awsSignatureError } from './aws-signature';

export const S3_KEYS = { accessKeyId: 'AKIAS3EXAMPLE', secretAccessKey: 's3-very-secret' };
export const S3_BUCKET = 'files';
export const S3_REGION = 'eu-central-1';

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** An error of S3 ("Error responses"). */
export const s3Error = (status: number, code: string): ApiReply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Words of S3</Message></Error>`,
});

/** Objects by their key, and a server that gives them with path-style GetObject to callers who sign with `S3_KEYS`. */
export async function startS3(objects: Record<string, { body: string; type?: string }>) {
  const handle = (call: ApiRequest): ApiReply => {
    const wrong = awsSignatureError(call, { ...S3_KEYS, region: S3_REGION, service: 's3' });
    if (wrong === 'UnrecognizedClientException') return s3Error(403, 'InvalidAccessKeyId');
    if (wrong) return s3Error(403, wrong);
    // Signature version 4 for S3 needs it, also of no body.
    if (call.headers['x-amz-content-sha256'] !== EMPTY_SHA256) return s3Error(400, 'InvalidRequest');
    if (call.method !== 'GET') return s3Error(405, 'MethodNotAllowed');
    const [, bucket = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(call.pathname) ?? [];
    if (bucket !== S3_BUCKET) return s3Error(404, 'NoSuchBucket');
    const object = objects[decodeURIComponent(key)];
    if (!object) return s3Error(404, 'NoSuchKey');
    return {
      status: 200,
      body: object.body,
      headers: { 'content-type': object.type ?? 'binary/octet-stream' },
    };
  };
  return startApiServer(handle);
}
