// The part of @types/node that the declarations of Tally need, so that the test needs no package.
declare module "node:events" {
  export class EventEmitter {
    on(name: string | symbol, listener: (...values: any[]) => void): this;
    once(name: string | symbol, listener: (...values: any[]) => void): this;
    off(name: string | symbol, listener: (...values: any[]) => void): this;
    addListener(name: string | symbol, listener: (...values: any[]) => void): this;
    removeListener(name: string | symbol, listener: (...values: any[]) => void): this;
    emit(name: string | symbol, ...values: any[]): boolean;
  }
}
declare class Buffer extends Uint8Array {}
