/** Packages that only some tasks need. They are not installed with this one; their absence is one sentence. */
import { NeoLrpError } from '../problem/errors.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/** `names`: all that has to be installed for what is asked. */
export async function loadOptional<Module>(load: () => Promise<Module>, purpose: string, ...names: readonly string[]): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new NeoLrpError(
      'E_SOLVER_MISSING',
      `${purpose} need packages that are not installed: npm install ${names.join(' ')}`,
      {},
      { cause: error },
    );
  }
}
