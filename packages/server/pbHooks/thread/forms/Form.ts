import { isError } from '../errors.ts'
import { HookDao } from '../HookDao.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'

/** Does the next part of a submission with a model. */
export type Submit<Model> = (model: Model) => unknown

/** Wraps the next part of a submission, as a middleware does. */
export type Interceptor<Model> = (next: Submit<Model>) => Submit<Model>

/** What all forms of 0.22 have. */
export abstract class Form {
  readonly #scripts: ScriptRunner
  #dao: HookDao

  constructor(scripts: ScriptRunner) {
    this.#scripts = scripts
    this.#dao = new HookDao(scripts)
  }

  /** Lets the form use a transaction. */
  setDao = (dao: HookDao): void => {
    this.#dao = dao
  }

  protected get dao(): HookDao {
    return this.#dao
  }

  protected get scripts(): ScriptRunner {
    return this.#scripts
  }
}

/**
 * Runs a submission with the interceptors that a script has given. The first one is the outermost. An error that one returns is thrown.
 * @returns the model that was submitted, which interceptors can replace
 */
export function runIntercepted<Model>(model: Model, interceptors: readonly Interceptor<Model>[], submit: Submit<Model>): Model {
  let submitted = model
  const last: Submit<Model> = given => {
    submitted = given
    return submit(given)
  }
  const returned = interceptors.reduceRight<Submit<Model>>((next, interceptor) => interceptor(next), last)(model)
  if (isError(returned)) throw returned
  return submitted
}
