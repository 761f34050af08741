import { parseAttachmentStore, storageProblem } from '../../../../core/sending/attachment-store';

describe('the address of a store of attachments', () => {
  const s3 = { kind: 's3', bucket: 'files', prefix: '', region: 'eu-central-1' };

  it.each([
    ['file:///srv/attach%20ments', { kind: 'folder', path: '/srv/attach ments' }],
    ['s3://files?region=eu-central-1', { ...s3, endpoint: 'https://files.s3.eu-central-1.amazonaws.com' }],
    [
      's3://files/a/b/?region=cn-north-1',
      {
        ...s3,
        prefix: 'a/b',
        region: 'cn-north-1',
        endpoint: 'https://files.s3.cn-north-1.amazonaws.com.cn',
      },
    ],
    [
      's3://my.files?region=eu-central-1',
      { ...s3, bucket: 'my.files', endpoint: 'https://s3.eu-central-1.amazonaws.com/my.files' },
    ],
    [
      's3://files/a?endpoint=http://minio:9000/',
      { ...s3, prefix: 'a', region: 'us-east-1', endpoint: 'http://minio:9000/files' },
    ],
  ])('%s', (address, value) => expect(parseAttachmentStore(address)).toEqual({ value }));

  it.each([
    ['/srv/attachments', 'must be the address of a bucket or a folder'],
    ['https://files.example.com', 'must be the address of a bucket or a folder'],
    ['file://srv/attachments', 'must be file:// and an absolute path'],
    ['file:///', 'must not be the root folder'],
    ['file:///a%00b', 'has a path that cannot be read'],
    ['s3://Files_1?region=eu-central-1', 'has no valid name of a bucket'],
    ['s3://files', 'needs "region"'],
    ['s3://files?region=eu central', 'needs "region"'],
    ['s3://files?region=eu-central-1&path_style=true', 'has the unknown parameter "path_style"'],
    ['s3://key:secret@files?region=eu-central-1', 'must not contain credentials'],
    ['s3://files/a//b?region=eu-central-1', 'has a prefix that no file can have'],
    ['s3://files?endpoint=minio:9000', 'has an "endpoint" that is not'],
    ['s3://files?endpoint=http://a:b@minio', 'has an "endpoint" that is not'],
  ])('%s is refused', (address, problem) =>
    expect(parseAttachmentStore(address)).toEqual({ problem: expect.stringContaining(problem) as string }),
  );
});

describe('a path in a store', () => {
  it.each(['a.pdf', 'invoices/2026/17.pdf', 'Räkningar/år 1 + 2.pdf', '..a/b..', 'a'.repeat(512)])(
    '%s names a file',
    (path) => expect(storageProblem(path)).toBeUndefined(),
  );

  it.each([
    ['', '1 to 512'],
    ['a'.repeat(513), '1 to 512'],
    ['/etc/passwd', 'begin with "/"'],
    ['../b/a.pdf', '".."'],
    ['a/../../b', '".."'],
    ['a/..', '".."'],
    ['./a', '"."'],
    ['a//b', 'empty parts'],
    ['a/', 'empty parts'],
    ['a\\..\\b', '"\\"'],
    ['a\0.pdf', 'control characters'],
    ['a\nb', 'control characters'],
    ['a\ud800', 'control characters'],
  ])('%j names none', (path, word) => expect(storageProblem(path)).toContain(word));
});
