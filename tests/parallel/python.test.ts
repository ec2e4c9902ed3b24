import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findPythonPackage, pythonCandidates, pythonVariable } from '../../src/parallel/python.ts';

afterEach(() => vi.unstubAllEnvs());

describe('pythonCandidates', () => {
  it('tries the chosen interpreter alone, else the one on PATH last', () => {
    expect(pythonCandidates({ [pythonVariable]: 'my-python' })).toEqual(['my-python']);
    expect(pythonCandidates({}).at(-1)).toMatch(/^python3?$/);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;

describe('findPythonPackage', () => {
  it.skipIf(!python)(python ? 'takes the last line of the probe as the version' : 'probes: no python3 on PATH', async () => {
    vi.stubEnv(pythonVariable, 'python3');
    expect(await findPythonPackage('thing', 'print("noise"); print("1.2.3")')).toEqual({
      state: 'present',
      interpreter: 'python3',
      version: '1.2.3',
    });
    expect(await findPythonPackage('thing', 'import no_such_package')).toEqual({
      state: 'absent',
      reason: "python3: ModuleNotFoundError: No module named 'no_such_package'",
    });
  });

  it('reports every interpreter that was tried', async () => {
    vi.stubEnv(pythonVariable, 'no-such-python');
    expect(await findPythonPackage('thing', 'print(1)')).toEqual({
      state: 'absent',
      reason: expect.stringMatching(/^no-such-python: .*cannot be started/),
    });
  });
});
