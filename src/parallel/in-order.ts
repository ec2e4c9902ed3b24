/** Runs tasks so many at a time, and hands out their results in the order of the tasks. The first failure ends it. */
export async function* inOrder<T>(tasks: readonly (() => Promise<T>)[], together: number): AsyncGenerator<T> {
  const begun: Promise<T>[] = [];
  let finished = 0;
  let begin = () => {};
  begin = () => {
    while (begun.length < tasks.length && begun.length - finished < together) {
      const task = tasks[begun.length]().finally(() => {
        finished++;
        begin();
      });
      // A failure is thrown when its result is taken.
      task.catch(() => {});
      begun.push(task);
    }
  };
  begin();
  for (let k = 0; k < tasks.length; k++) yield await begun[k];
}
