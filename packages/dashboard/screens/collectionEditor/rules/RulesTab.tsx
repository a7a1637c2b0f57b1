import { TextArea } from '@coffer/ui'
import { setRule } from '../edited/collection.ts'
import { ruleNames } from '../edited/EditedCollection.ts'
import type { CollectionForm } from '../useCollectionForm.ts'

/** Who may do what with the records. */
export function RulesTab({ form: { edited, change } }: { form: CollectionForm }) {
  return ruleNames.map(name => (
    <TextArea
      key={name}
      aria-label={name}
      value={edited.rules[name] ?? ''}
      onValueChange={text => change(last => setRule(last, name, text))}
    />
  ))
}
