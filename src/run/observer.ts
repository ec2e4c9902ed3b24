/** Calls the caller's callback. One that throws ends the run, but not the process, even if a worker sent the message. */

export interface Observer<Progress> {
  tell(progress: Progress): void;
  /** Ends the run once the callback has failed. */
  readonly signal: AbortSignal;
  /** Throws what the callback threw. */
  rethrow(): void;
}

export function observe<Progress>(callback: ((progress: Progress) => unknown) | undefined, signal?: AbortSignal): Observer<Progress> {
  const failed = new AbortController();
  let failure: { readonly cause: unknown } | undefined;
  const fail = (cause: unknown) => {
    failure ??= { cause };
    failed.abort();
  };
  return {
    tell(progress) {
      if (failure || !callback) return;
      try {
        const answer = callback(progress);
        if (answer instanceof Promise) answer.catch(fail);
      } catch (cause) {
        fail(cause);
      }
    },
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
    rethrow() {
      if (failure) throw failure.cause;
    },
  };
}
