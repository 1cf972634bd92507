/** What we use of it: only the types of browsers have it. */
declare namespace WebAssembly {
  type Imports = object;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(program: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
    grow: (pages: number) => number;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
