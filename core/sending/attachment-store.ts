/** Where the files of attachments with `storage` are. Each application has its own folder in it, named by its id. */
export type AttachmentStore =
  | { kind: 'folder'; path: string }
  | {
      kind: 's3';
      bucket: string;
      /** Without slashes at its ends. */ prefix: string;
      region: string;
      endpoint: string;
    };

const EXAMPLES =
  'for example s3://bucket/prefix?region=eu-central-1, s3://bucket?endpoint=https://minio.example.com or file:///srv/attachments';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9][a-z0-9-]{0,62}$/;
const MAX_LENGTH = 512;

/** Reads the address of a store. */
export function parseAttachmentStore(text: string): { value: AttachmentStore } | { problem: string } {
  if (!URL.canParse(text) || !/^(?:s3|file):\/\//i.test(text))
    return { problem: `must be the address of a bucket or a folder, ${EXAMPLES}` };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return { problem: 'must not contain credentials: set ATTACHMENT_STORE_ACCESS_KEY_ID and its secret' };
  if (url.hash !== '' || text.includes('#')) return { problem: 'must not contain "#"' };
  return url.protocol === 'file:' ? readFolder(url) : readBucket(url);
}

function readFolder(url: URL): ReturnType<typeof parseAttachmentStore> {
  if (url.host !== '' || url.search !== '')
    return { problem: 'must be file:// and an absolute path, for example file:///srv/attachments' };
  const path = decoded(url.pathname);
  if (path === undefined || path.includes('\0')) return { problem: 'has a path that cannot be read' };
  return path === '/' ? { problem: 'must not be the root folder' } : { value: { kind: 'folder', path } };
}

function readBucket({
  hostname: bucket,
  pathname,
  searchParams,
}: URL): ReturnType<typeof parseAttachmentStore> {
  if (!BUCKET.test(bucket)) return { problem: `has no valid name of a bucket, ${EXAMPLES}` };
  const unknown = [...searchParams.keys()].find((name) => name !== 'region' && name !== 'endpoint');
  if (unknown !== undefined)
    return { problem: `has the unknown parameter "${unknown}": it may have "region" and "endpoint"` };
  const given = searchParams.get('endpoint');
  const region = searchParams.get('region') ?? (given === null ? '' : 'us-east-1');
  if (!REGION.test(region))
    return { problem: 'needs "region", the AWS region of the bucket, for example ?region=eu-central-1' };
  const prefix = decoded(pathname)?.replace(/^\/+|\/+$/g, '');
  if (prefix === undefined || (prefix !== '' && storageProblem(prefix) !== undefined))
    return { problem: 'has a prefix that no file can have' };
  const endpoint = given ?? endpointOf(bucket, region);
  if (!isEndpoint(endpoint))
    return { problem: 'has an "endpoint" that is not an http:// or https:// address without query' };
  const base = endpoint.replace(/\/+$/, '');
  const isOnPath = given !== null || bucket.includes('.');
  return { value: { kind: 's3', bucket, prefix, region, endpoint: isOnPath ? `${base}/${bucket}` : base } };
}

/** Returns the address of a bucket at AWS. A name with a dot matches no certificate, so it goes into the path. */
const endpointOf = (bucket: string, region: string): string => {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}` : `https://${bucket}.${host}`;
};

const isEndpoint = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(text) && URL.canParse(text);

/**
 * Returns why a path cannot name a file of a store, undefined if it can. A path leads nowhere else: no `..`, no absolute
 * path, no backslash, which is a separator for some.
 */
export function storageProblem(path: string): string | undefined {
  if (path.length === 0 || path.length > MAX_LENGTH) return `must have 1 to ${MAX_LENGTH} characters`;
  if (/[\p{Cc}\p{Cs}\\]/u.test(path)) return 'must not have control characters or "\\"';
  if (path.startsWith('/')) return 'must not begin with "/": it is a path in the folder of the application';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'must not have empty parts, "." or ".."';
  return undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
