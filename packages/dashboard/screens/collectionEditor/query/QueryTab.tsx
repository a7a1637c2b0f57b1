import { TextArea } from '@coffer/ui'
import type { CollectionForm } from '../useCollectionForm.ts'

/** The query that a view's records come from. */
export function QueryTab({ form: { edited, change } }: { form: CollectionForm }) {
  return (
    <TextArea
      aria-label="Select query"
      value={edited.query}
      onValueChange={query => change(last => ({ ...last, query }), 'options.query')}
    />
  )
}
