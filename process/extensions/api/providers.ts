/** What providers of extensions import: `heliograph/providers` (docs/internals/adding-a-provider.md). */
export { defineProvider } from '../../../channels/definition';
export type { ProviderCalls, ProviderDefinition, ProviderTools } from '../../../channels/definition';
export type { CheckResult, OutboundMessage, SendResult } from '../../../channels/provider';
export { baseUrl } from '../../../channels/http/base-url';
export { codeTable } from '../../../channels/http/code-table';
export { credential } from '../../../channels/http/credential';
export type { HttpAnswer } from '../../../channels/http/http-answer';
export { failedCall } from '../../../channels/http/http-failure';
export { isObject, jsonObject, readJson, textOf } from '../../../channels/http/json';
export { describeAnswer, redact } from '../../../channels/http/redact';
export { retryAfterOf } from '../../../channels/http/retry-after';
export { createVendorApi } from '../../../channels/http/vendor-api';
export type { Classified, Classify, Failure } from '../../../channels/http/verdict';
export { failure, foreignAnswer, repeatable, statusVerdict } from '../../../channels/http/verdict';
export { failedReceipt } from '../../../channels/receipts/failure';
export { later, malformed, refused } from '../../../channels/receipts/receipts';
export type { ReceiptReader, ReceiptReading } from '../../../channels/receipts/receipts';
export {
  callbackOf,
  callbackUrl,
  readReference,
  receiptReference,
} from '../../../channels/receipts/reference';
export { receiptTime } from '../../../channels/receipts/time';
export { optedOutAs, optedOutBy, type OptWords } from '../../../channels/opt-outs/words';
export type { OptChange, Receipt } from '../../../core/receipts/receipt';
