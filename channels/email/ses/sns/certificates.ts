import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { ProviderHttp } from '../../../http/provider-http';
import { checkChain, type TrustedKey } from './chain';
import { createIssuerHttp, fetchIssuer } from './issuers';
import { later, type Unread } from '../../../receipts/receipts';
import { bodyOf } from './body';
import type { SnsTopic } from './topic';

export interface SnsCertificates {
  /** Returns the key of the certificate at an address of SNS (`isCertificateAddress`), after all checks. */
  keyAt(url: string, topic: SnsTopic): Promise<TrustedKey | Unread>;
}

export interface SnsCertificatesOptions {
  /** Fetches signing certificates: `guardedHttp` of the process. */
  http: ProviderHttp;
  /** Fetches issuers' certificates. @default public addresses, also over `http:` */
  issuerHttp?: ProviderHttp;
  /** Trusted roots in PEM. @default the roots of Node */
  roots?: readonly string[];
  /** @default Date.now */
  now?: () => number;
}

/** Maximum number of keys. SNS has one certificate at a time in a region, and changes it about once a year. */
const KEPT = 20;
/** Maximum number of refusals. They are cached, so that a repeated forged message causes no further fetch. */
const KEPT_REFUSED = 100;
const REFUSED_FOR_MS = 60_000;
/** Maximum number of addresses that are fetched at the same time, because a forger can invent addresses. */
const MOST_AT_ONCE = 4;
/** For a certificate and its issuers. SNS waits 15 seconds for our response. */
const DEADLINE_MS = 8_000;

/** Fetches, checks and caches the certificates with which SNS signs. */
export function createSnsCertificates(options: SnsCertificatesOptions): SnsCertificates {
  const { http, now = Date.now } = options;
  const trusted = new LRUCache<string, TrustedKey>({ max: KEPT });
  const refusals = new LRUCache<string, Unread>({ max: KEPT_REFUSED, ttl: REFUSED_FOR_MS });
  const underWay = new Map<string, Promise<TrustedKey | Unread>>();
  const issuers = lazily(() => options.issuerHttp ?? createIssuerHttp());
  const roots = lazily(() => (options.roots ?? rootCertificates).map((pem) => new X509Certificate(pem)));

  async function load(url: string, { certificateNames }: SnsTopic): Promise<TrustedKey | Unread> {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const pem = bodyOf(await http.request({ method: 'GET', url, signal }), 'the signing certificate');
    if (typeof pem !== 'string') return pem;
    return checkChain(pem, {
      names: certificateNames,
      now: now(),
      roots: roots(),
      fetchIssuer: (of) => fetchIssuer(of, issuers(), signal),
    });
  }

  async function loadAndKeep(url: string, topic: SnsTopic): Promise<TrustedKey | Unread> {
    try {
      const result = await load(url, topic);
      if ('key' in result) trusted.set(url, result);
      else if (result.kind === 'refused') refusals.set(url, result);
      return result;
    } finally {
      underWay.delete(url);
    }
  }

  return {
    keyAt: async (url, topic) => {
      const known = trusted.get(url);
      if (known && now() <= known.validUntil) return known;
      const loading = refusals.get(url) ?? underWay.get(url);
      if (loading) return loading;
      if (underWay.size >= MOST_AT_ONCE) return later('too many signing certificates are being fetched');
      const loaded = loadAndKeep(url, topic);
      underWay.set(url, loaded);
      return loaded;
    },
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
