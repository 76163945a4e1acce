/**
 * What `work` gives. It goes on when it is given up.
 *
 * @param late - makes the error for work that takes longer than `ms`.
 */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  work.catch(() => {}); // It may fail after nobody waits for it.
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
