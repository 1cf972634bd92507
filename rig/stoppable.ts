/** With `await using`, it is stopped at the end of the block, whatever happens in there. */
export const stoppable = <Service extends { stop(): Promise<unknown> }>(
  service: Service,
): Service & AsyncDisposable => ({
  ...service,
  [Symbol.asyncDispose]: async () => void (await service.stop()),
});
