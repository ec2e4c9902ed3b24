/** The thread in which HiGHS (WebAssembly) runs: its calls block, so nothing else lives here. */

import type { Highs, Model, ModelData } from 'highs';
import { handleRequests } from '../../parallel/worker.ts';
import { sharedClock } from '../../run/clock.ts';
import type { MipModel } from '../model.ts';

/** The numbers of a model, without names. */
export type HighsNumbers = Omit<MipModel, 'name' | 'columnNames' | 'rowNames'>;

export interface HighsRequest {
  readonly presolve: boolean;
  readonly model: HighsNumbers;
  readonly gap: number;
  /** Milliseconds since 1970 at which the run must end; starting the worker counts. */
  readonly deadline: number;
  readonly start?: Float64Array;
  /** Location of highs.wasm, if not beside the loader. */
  readonly wasmUrl?: string;
}

export interface HighsProgress {
  readonly seconds: number;
  readonly objective?: number;
  readonly bound?: number;
  /** Present when the incumbent is new. */
  readonly point?: Float64Array;
}

export interface HighsReply {
  readonly version: string;
  readonly status: 'optimal' | 'infeasible' | 'unbounded' | 'limit' | 'failed';
  readonly modelStatus: number;
  readonly point?: Float64Array;
  readonly bound?: number;
  readonly startRefused?: string;
}

const progressInterval = 0.1;

let loaded: Promise<Highs> | undefined;

function load(wasmUrl: string | undefined): Promise<Highs> {
  loaded ??= import('highs').then((module) => {
    // Its declarations are those of the CommonJS build; an import gets the ES module, whose default is the loader itself.
    const loadHighs = module.default as unknown as typeof module.default.default;
    return loadHighs(wasmUrl === undefined ? {} : { locateFile: () => wasmUrl });
  });
  return loaded;
}

handleRequests<HighsRequest, HighsProgress, HighsReply>(async (request, report) => {
  const highs = await load(request.wasmUrl);
  return highs.withModel(toHighs(request.model), (model) => run(highs, model, request, report));
});

function toHighs(model: HighsNumbers): ModelData {
  return {
    numCols: model.columnCount,
    numRows: model.rowCount,
    offset: model.offset,
    colCost: model.cost,
    colLower: model.lower,
    colUpper: model.upper,
    rowLower: model.rowLower,
    rowUpper: model.rowUpper,
    matrix: {
      format: 'csr',
      numRows: model.rowCount,
      numCols: model.columnCount,
      starts: model.rowStarts,
      indices: model.columns,
      values: model.coefficients,
    },
    ...(model.integer.includes(1) ? { integrality: Int32Array.from(model.integer) } : {}),
  };
}

function run(highs: Highs, model: Model, request: HighsRequest, report: (progress: HighsProgress) => void): HighsReply {
  const { callbackType, modelStatus } = highs.constants;
  model.options.set({ output_flag: false, mip_rel_gap: request.gap, ...(!request.presolve && { presolve: 'off' }) });
  let startRefused: string | undefined;
  if (request.start !== undefined) {
    try {
      model.setSolution({ colValue: request.start });
    } catch (error) {
      startRefused = error instanceof Error ? error.message : String(error);
    }
  }

  let lastReport = Number.NEGATIVE_INFINITY;
  const finite = (value: number | undefined) => (value !== undefined && Math.abs(value) < 1e30 ? value : undefined);
  const solve = () => {
    if (Number.isFinite(request.deadline))
      model.options.set('time_limit', Math.max(0, (request.deadline - sharedClock()) / 1000) + model.getRunTime());
    model.run({
      [callbackType.mipImprovingSolution]({ data }) {
        report({
          seconds: data.running_time ?? 0,
          objective: finite(data.objective_function_value),
          bound: finite(data.mip_dual_bound),
          point: data.mip_solution,
        });
        return undefined;
      },
      [callbackType.mipInterrupt]({ data }) {
        const seconds = data.running_time ?? 0;
        if (seconds < lastReport + progressInterval) return undefined;
        lastReport = seconds;
        report({ seconds, objective: finite(data.mip_primal_bound), bound: finite(data.mip_dual_bound) });
        return undefined;
      },
    });
    return model.getModelStatus();
  };

  let code = solve();
  if (code === modelStatus.unboundedOrInfeasible) {
    // Presolve cannot distinguish infeasible from unbounded; the simplex method can.
    model.options.set('presolve', 'off');
    model.clearSolver();
    code = solve();
  }

  const isMip = request.model.integer.includes(1);
  const empty = code === modelStatus.empty;
  const hasPoint = model.info.get('primal_solution_status') === highs.constants.solutionStatus.feasible;
  const optimal = code === modelStatus.optimal || empty;
  return {
    version: highs.version.string,
    modelStatus: code,
    status: optimal ? 'optimal' : statusOf(highs, code),
    point: empty ? new Float64Array(0) : hasPoint ? model.getSolution().colValue : undefined,
    bound: isMip
      ? finite(Number(model.info.get('mip_dual_bound')))
      : optimal
        ? empty
          ? request.model.offset
          : model.getObjectiveValue()
        : undefined,
    startRefused,
  };
}

function statusOf({ constants: { modelStatus } }: Highs, code: number): HighsReply['status'] {
  const { infeasible, unbounded, timeLimit, iterationLimit, solutionLimit, interrupted } = modelStatus;
  if (code === infeasible) return 'infeasible';
  if (code === unbounded) return 'unbounded';
  return [timeLimit, iterationLimit, solutionLimit, interrupted].some((limit) => limit === code) ? 'limit' : 'failed';
}
