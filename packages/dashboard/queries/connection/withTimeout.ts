/** Runs a call and aborts it after `milliseconds`, or when the signal is aborted. A timeout fails with `message`. */
export async function withTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
  message: string,
  signal?: AbortSignal,
): Promise<T> {
  const timeout = AbortSignal.timeout(milliseconds)
  try {
    return await call(signal ? AbortSignal.any([signal, timeout]) : timeout)
  } catch (error) {
    throw timeout.aborted && !signal?.aborted ? new Error(message, { cause: error }) : error
  }
}
