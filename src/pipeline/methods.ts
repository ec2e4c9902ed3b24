/**
 * Methods of `solve` by name: which surrogate decides, with which solver. The caller supplies models and solvers: from files and processes
 * in Node, over the network in a browser.
 */
import { facilityLocation, radialCosts } from '../allocation/facility-location.ts';
import { neuralMip } from '../allocation/neural-mip.ts';
import { type FormulationName, formulations } from '../mip/relu/formulation.ts';
import type { MipSolver } from '../mip/solver.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Architecture } from '../surrogate/architecture.ts';
import { modelHash } from '../surrogate/model.ts';
import type { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { defaultModel } from '../surrogate/registry.ts';
import { type Decide, decideBy } from './decide.ts';

/**
 * `neo-ds` and `neo-gt` are the paper's methods with a Deep Sets or a Graph Transformer model, `flp` is its baseline, `radial` decides by a
 * textbook formula in place of a network; `search` has no decision stage.
 */
export const methodNames = ['neo-ds', 'neo-gt', 'flp', 'radial', 'search'] as const;
export type MethodName = (typeof methodNames)[number];

export interface MethodChoice {
  /** Follows from the model if one is named; otherwise search, or neo-ds where routing is the last stage or a MIP is asked for. */
  readonly method?: MethodName;
  readonly model?: string;
  readonly mipSolver?: string;
  /** Relative gap of the surrogate's objective at which the MIP ends. */
  readonly mipGap?: number;
  readonly formulation?: FormulationName;
  /** Goes from the optimum of the MIP to neighbours that the network, which then knows whole sets, prices lower. True unless `pure`. */
  readonly appraise?: boolean;
  /** False if routing is the last stage, as it is where `pure` is true. */
  readonly improve?: boolean;
  readonly pure?: boolean;
}

export interface MethodSources {
  /** Throws E_MODEL if there is no model of that name. */
  loadSurrogate(model: string): Promise<NetworkSurrogate>;
  /** Throws E_USAGE or E_SOLVER_MISSING. */
  mipSolver(name: string): Promise<MipSolver>;
}

export interface Method {
  readonly decide?: Decide;
}

const methodOf = { 'deep-sets': 'neo-ds', 'local-sets': 'neo-ds', 'graph-transformer': 'neo-gt' } as const satisfies Record<
  Architecture['kind'],
  MethodName
>;
export const modelOf = { 'neo-ds': defaultModel, 'neo-gt': 'gt-scaled' } as const;
/** Default gap without a network, that of a MIP solver. */
const linearGap = 1e-4;

export async function chooseMethod(options: MethodChoice, sources: MethodSources): Promise<Method> {
  const { model, mipGap, pure = false, appraise = !pure } = options;
  requireKnown('method', options.method, methodNames);
  requireKnown('formulation', options.formulation, Object.keys(formulations));
  const method = nameMethod(options);
  if (method === 'search' || method === 'flp' || method === 'radial') refuseModel(method, options);
  if (method === 'search') return {};

  const solver = await sources.mipSolver(options.mipSolver ?? 'highs');
  // Whoever names a solver wants it asked.
  const { mipSolver, formulation = mipSolver === undefined ? undefined : 'tight' } = options;
  if (method === 'flp' || method === 'radial') {
    const surrogate = method === 'radial' ? radialCosts : undefined;
    const allocator = surrogate ? neuralMip(surrogate, { solver, formulation }) : facilityLocation({ solver, formulation });
    return { decide: recorded(decideBy(allocator, { method, surrogate, gap: mipGap ?? linearGap }), options) };
  }

  const surrogate = await sources.loadSurrogate(model ?? modelOf[method ?? 'neo-ds']);
  const fitting = methodOf[surrogate.model.network.shape.kind];
  if (method !== undefined && method !== fitting)
    throw new NeoLrpError('E_MODEL', `model '${surrogate.name}' is for ${fitting}, not for ${method}`, {
      field: 'model',
      value: model,
    });
  const decide = decideBy(neuralMip(surrogate, { solver, formulation }), { method: fitting, surrogate, gap: mipGap, appraise });
  return { decide: recorded(decide, options, surrogate) };
}

/** With what it was chosen by, as it was given: to name a default would choose otherwise. */
function recorded(decide: Decide, options: MethodChoice, surrogate?: NetworkSurrogate): Decide {
  const kept = ['method', 'model', 'modelPrice', 'mipSolver', 'mipGap', 'formulation', 'appraise'];
  const choice = Object.fromEntries(Object.entries(options).filter(([name, value]) => kept.includes(name) && value !== undefined));
  return Object.assign(decide, { choice, ...(surrogate && { modelHash: modelHash(surrogate.model) }) });
}

/** For callers without types. */
function requireKnown(field: string, value: string | undefined, known: readonly string[]): void {
  if (value !== undefined && !known.includes(value))
    throw new NeoLrpError('E_USAGE', `there is no ${field} '${value}'; choose one of ${known.join(', ')}`, { field, value });
}

/**
 * Undefined if the model decides. Where nothing is named the search works alone: a network that decides first makes its plans no cheaper
 * (docs/explained/benchmarks.md). What only a MIP can do asks for one.
 */
function nameMethod({
  method,
  model,
  pure = false,
  improve = !pure,
  mipSolver,
  mipGap,
  formulation,
}: MethodChoice): MethodName | undefined {
  if (method !== undefined || model !== undefined) return method;
  const asksForMip = !improve || mipSolver !== undefined || mipGap !== undefined || formulation !== undefined;
  return asksForMip ? 'neo-ds' : 'search';
}

function refuseModel(method: MethodName, { model }: MethodChoice): void {
  if (model === undefined) return;
  throw new NeoLrpError('E_USAGE', `method '${method}' uses no model; leave the model out, or choose neo-ds or neo-gt`, {
    field: 'model',
    value: model,
  });
}
