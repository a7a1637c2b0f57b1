import { HookDao } from '../HookDao.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'

/** Does the next part of a submission with a model. */
export type Submit<Model> = (model: Model) => unknown

/** Wraps the next part of a submission, as a middleware does. */
export type Interceptor<Model> = (next: Submit<Model>) => Submit<Model>

/** What all forms of 0.22 have. */
export abstract class Form {
  #dao: HookDao

  constructor(scripts: ScriptRunner) {
    this.#dao = new HookDao(scripts)
  }

  /** Lets the form use a transaction. */
  setDao = (dao: HookDao): void => {
    this.#dao = dao
  }

  protected get dao(): HookDao {
    return this.#dao
  }
}

/** Runs a submission with the interceptors that a script has given. The first one is the outermost. */
export function runIntercepted<Model>(model: Model, interceptors: readonly Interceptor<Model>[], submit: Submit<Model>): void {
  interceptors.reduceRight<Submit<Model>>((next, interceptor) => interceptor(next), submit)(model)
}
