/** Records to test with: two customers, two depots, one plan. */
import type { FailedRun, SolvedRun } from '../../src/benchmark/record.ts';
import type { SolveAnswer } from '../../src/benchmark/solve-process.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { rightAngles as instance } from '../right-angles.ts';

export const rightAngles = (name = 'right angles'): Instance => createInstance({ ...instance, name });

export const answer: SolveAnswer = {
  routes: [{ depot: 'A', stops: ['c1', 'c2'] }],
  openDepots: ['A'],
  cost: { total: 127 },
  predicted: null,
  mip: null,
  time: { allocation: 0.1, routing: 0.2, improvement: 0.7, total: 1 },
  cpu: 0.9,
  stop: 'time',
  notes: [],
  versions: { 'neo-lrp': '1.2.3' },
};

export const machine = { cpu: 'abacus', cores: 2, memory: 1, platform: 'wood' };

export function solved(overrides: Partial<SolvedRun> = {}): SolvedRun {
  return {
    state: 'solved',
    set: 'P',
    file: 'coord20-5-1.dat',
    instance: 'coord20-5-1',
    method: 'full',
    options: [],
    networks: null,
    seconds: 5,
    clock: 'wall',
    seed: 1,
    hash: instanceHash(rightAngles()),
    customers: 20,
    depots: 5,
    cost: { total: 54793, opening: 0, vehicles: 0, travel: 54793 },
    bestKnown: 54793,
    gap: 0,
    predicted: null,
    mip: null,
    time: { allocation: 0, routing: 0, improvement: 5, total: 5 },
    cpu: 5,
    stop: 'time',
    routes: [[0, 0, 1]],
    notes: [],
    versions: { 'neo-lrp': '1.2.3', node: '20.19.0' },
    machine,
    finished: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

export function failed(overrides: Partial<FailedRun> = {}): FailedRun {
  const { set, file, instance, method, options, networks, seconds, clock, seed, versions, finished } = solved();
  return {
    state: 'failed',
    ...{ set, file, instance, method, options, networks, seconds, clock, seed, versions, machine, finished },
    hash: null,
    error: { code: 'E_SYNTAX', message: 'it is broken' },
    ...overrides,
  };
}
