import { Switch } from '@coffer/ui'
import type { CollectionForm } from '../useCollectionForm.ts'

/** How accounts sign in and what is asked of them. */
export function OptionsTab({ form: { edited, change } }: { form: CollectionForm }) {
  return (
    <Switch
      label="Always require email"
      checked={edited.auth.requireEmail}
      onCheckedChange={requireEmail => change(last => ({ ...last, auth: { ...last.auth, requireEmail } }))}
    />
  )
}
