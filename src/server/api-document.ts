/** What the service says of itself: schemas/openapi.json and schemas/api.html, which the build makes (scripts/api), with its own limits. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { escapeXml } from '../report/svg.ts';
import { defaultLimits, type Limits } from './limits.ts';

export interface ApiDocument {
  readonly openApi: object;
  readonly page: string;
  /** Content-security policy of the page. */
  readonly policy: string;
}

/** The folder lies beside both src/ and dist/. */
const load = (name: string) => readFile(new URL(`../../schemas/${name}`, import.meta.url), 'utf8');

export async function apiDocument(limits: Limits, keyRequired: boolean): Promise<ApiDocument> {
  const [text, built] = await Promise.all([load('openapi.json'), load('api.html')]);
  const { info, security, ...rest } = JSON.parse(text);
  const description = describeService(limits);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(built) ?? [];
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    openApi: { ...rest, info: { ...info, description }, security: keyRequired ? [{ key: [] }] : security },
    page: built.replace(escapeXml(describeService(defaultLimits)), escapeXml(description)),
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

export const describeService = ({ bodyBytes, customers, solveSeconds, jobSeconds, queuedJobs }: Limits): string =>
  [
    'Decides which depots open, whom each serves and how the vehicles drive, at the lowest total cost.',
    `Limits here: ${bodyBytes / 2 ** 20} MB a body, ${customers} customers, ${solveSeconds} seconds a solve, ${jobSeconds} seconds a job, ${queuedJobs} waiting jobs a key.`,
    'Errors are problem documents (RFC 9457) with the codes of the library.',
  ].join(' ');
