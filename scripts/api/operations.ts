/** What each route of the API takes and answers, for the OpenAPI document. */
import * as z from 'zod';
import { idempotencySchema, pageQuerySchema, readQuerySchema, solveQuerySchema, whatIfQuerySchema } from '../../src/server/requests.ts';
import { extensionSchema, type Representation, representations } from '../../src/server/routes/solution.ts';
import { type Answer, accessProblems, bodyProblems, jsonAnswer, problemAnswers } from './document.ts';
import {
  geojsonSchema,
  inspectionSchema,
  inspectRequestSchema,
  jobDetailSchema,
  jobPageSchema,
  jobStatusSchema,
  solutionSchema,
  solveRequestSchema,
  streamEventSchema,
  verificationSchema,
  verifyRequestSchema,
  whatIfRequestSchema,
  whatIfSchema,
} from './schemas.ts';

interface Operation {
  readonly tags: readonly ['solve' | 'jobs' | 'instances' | 'service'];
  readonly summary: string;
  readonly description?: string;
  readonly querystring?: z.ZodType;
  readonly params?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  /** Whether the body may be an instance as a file of its own; so it is unless stated. */
  readonly files?: boolean;
  /** For routes that need no key. */
  readonly security?: readonly [];
  readonly response: Readonly<Record<number, Answer>>;
}

const params = z.object({ id: z.string().meta({ description: 'of the job' }) });
const eventHeaders = z.looseObject({
  'last-event-id': z.string().optional().meta({ description: 'sequence number of the last event that was seen' }),
});
const names = Object.keys(representations) as [Representation, ...Representation[]];
const location = { Location: { type: 'string', description: 'address of the job' } } as const;
const textAnswer = (description: string, type: string): Answer => ({ description, content: { [type]: { schema: z.string() } } });

const formSchemas: Partial<Record<Representation, z.ZodType>> = { json: solutionSchema, geojson: geojsonSchema };
const plan = {
  200: {
    description: 'the plan, or the best so far',
    content: Object.fromEntries(names.map((name) => [representations[name], { schema: formSchemas[name] ?? z.string() }])),
  },
  ...accessProblems,
  ...problemAnswers(404, 409, 429),
};

const alive = { 200: jsonAnswer('it does', z.object({ status: z.literal('ok') })), ...problemAnswers(421) };
const open = { tags: ['service'], security: [] } as const;

export const operations: Readonly<Record<string, Operation>> = {
  'POST /v1/solve': {
    tags: ['solve'],
    summary: 'Solve and wait',
    description:
      'Answers with the plan, after at most as many seconds of search as a solve may take here. For longer runs, or to follow one, make a job.',
    querystring: solveQuerySchema,
    body: solveRequestSchema,
    response: { 200: jsonAnswer('the plan', solutionSchema), ...bodyProblems, ...problemAnswers(409, 502, 504) },
  },
  'POST /v1/jobs': {
    tags: ['jobs'],
    summary: 'Make a job',
    description:
      'Queues a run of at most as many seconds as a job may take here. It is kept until it ends, whatever happens to the service.',
    querystring: solveQuerySchema,
    headers: idempotencySchema,
    body: solveRequestSchema,
    response: { 202: jsonAnswer('the job is kept and will be run', jobStatusSchema, location), ...bodyProblems },
  },
  'GET /v1/jobs': {
    tags: ['jobs'],
    summary: 'List jobs',
    description: 'Those of the key, newest first.',
    querystring: pageQuerySchema,
    response: { 200: jsonAnswer('a page of jobs', jobPageSchema), ...accessProblems, ...problemAnswers(400) },
  },
  'GET /v1/jobs/:id': {
    tags: ['jobs'],
    summary: 'See a job',
    description: 'Its state, its progress, and its plan or the best so far.',
    params,
    response: { 200: jsonAnswer('the job', jobDetailSchema), ...accessProblems, ...problemAnswers(404) },
  },
  'DELETE /v1/jobs/:id': {
    tags: ['jobs'],
    summary: 'Stop a job',
    description: 'Stops it and keeps the best plan. A job that has ended stays as it is.',
    params,
    response: { 200: jsonAnswer('the job as it is now', jobDetailSchema), ...accessProblems, ...problemAnswers(404) },
  },
  'GET /v1/jobs/:id/events': {
    tags: ['jobs'],
    summary: 'Follow a job',
    description:
      'A stream of server-sent events: the type of each is its event, its sequence number the id, and the data a JobEvent. It ends with the job.',
    params,
    headers: eventHeaders,
    response: {
      200: { description: 'the events', content: { 'text/event-stream': { schema: streamEventSchema } } },
      ...accessProblems,
      ...problemAnswers(400, 404, 429),
    },
  },
  'GET /v1/jobs/:id/solution': {
    tags: ['jobs'],
    summary: 'Get the plan',
    description: 'In the form that the client accepts: JSON, GeoJSON, CSV, an Excel workbook, or a map as SVG or PNG.',
    params,
    response: { ...plan, ...problemAnswers(406) },
  },
  'GET /v1/jobs/:id/solution.:extension': {
    tags: ['jobs'],
    summary: 'Get the plan in a form',
    params: params.extend(extensionSchema.shape),
    response: { ...plan, ...problemAnswers(400) },
  },
  'POST /v1/verify': {
    tags: ['instances'],
    summary: 'Check a plan',
    description:
      'Recomputes loads and costs from instance and routes alone and lists every violation. Files are sent as a form with the parts instance and plan.',
    querystring: readQuerySchema,
    body: verifyRequestSchema,
    files: false,
    response: { 200: jsonAnswer('the verdict, whether or not the plan holds', verificationSchema), ...bodyProblems },
  },
  'POST /v1/inspect': {
    tags: ['instances'],
    summary: 'Describe an instance',
    description: 'Sizes, demand, capacities, costs, travel rule, rules, warnings, and whether a plan can exist.',
    querystring: readQuerySchema,
    body: inspectRequestSchema,
    response: { 200: jsonAnswer('what is in it', inspectionSchema), ...bodyProblems },
  },
  'POST /v1/what-if': {
    tags: ['instances'],
    summary: 'Ask what-if questions',
    description:
      'What every number of open depots costs, each site open and closed, and other prices, demands or limits: by short searches, the most promising set of depots first, and by predictions only where no plan was found in the time.',
    querystring: whatIfQuerySchema,
    body: whatIfRequestSchema,
    response: { 200: jsonAnswer('the answers', whatIfSchema), ...bodyProblems },
  },
  'GET /healthz': { ...open, summary: 'Whether the process answers', response: alive },
  'GET /readyz': {
    ...open,
    summary: 'Whether the service can take work',
    description: 'It can as long as its database answers.',
    response: { ...alive, ...problemAnswers(503) },
  },
  'GET /metrics': {
    tags: ['service'],
    summary: 'Figures for Prometheus',
    description: 'Memory, delay of the event loop, requests by route and status, jobs by state.',
    response: { 200: textAnswer('the figures', 'text/plain'), ...accessProblems },
  },
  'GET /openapi.json': {
    ...open,
    summary: 'This description',
    description: 'OpenAPI 3.1.',
    response: { 200: jsonAnswer('the document', z.looseObject({ openapi: z.string() })), ...problemAnswers(421) },
  },
  'GET /docs': {
    ...open,
    summary: 'This description, to read',
    response: { 200: textAnswer('a page', 'text/html'), ...problemAnswers(421) },
  },
};
