import type { Plain } from '../../../pb/Host.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { AdminUpsertForm } from './AdminUpsertForm.ts'
import * as collectionForms from './CollectionForms.ts'
import * as mailForms from './MailForms.ts'
import { RecordUpsertForm } from './RecordUpsertForm.ts'
import { SettingsUpsertForm } from './SettingsUpsertForm.ts'
import * as signInForms from './SignInForms.ts'
import * as testForms from './TestForms.ts'
import * as tokenForms from './TokenForms.ts'

const classes = {
  AdminUpsertForm,
  RecordUpsertForm,
  SettingsUpsertForm,
  ...collectionForms,
  ...mailForms,
  ...signInForms,
  ...testForms,
  ...tokenForms,
}

/** Returns the classes of forms. Scripts give them `$app` and the model, with or without `new`. */
export function createForms(scripts: ScriptRunner): Plain {
  const create =
    (Class: new (scripts: ScriptRunner, model: never) => object) =>
    (_: unknown, [, model]: unknown[]) =>
      new Class(scripts, model as never)
  return Object.fromEntries(
    Object.entries(classes).map(([name, Class]) => {
      const construct = create(Class)
      return [name, new Proxy(class {}, { construct, apply: (target, _, args) => construct(target, args) })]
    }),
  )
}
