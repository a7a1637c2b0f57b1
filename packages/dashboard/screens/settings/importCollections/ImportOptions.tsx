import { Checkbox, Switch } from '@coffer/ui'
import { useId } from 'react'
import styles from './ImportOptions.module.css'
import type { Import } from './useImport.ts'

/** Options for what happens to collections and fields that the import leaves out. */
export function ImportOptions({ draft }: { draft: Import }) {
  const { merges, deletesMissing } = draft
  const mergeHelpId = useId()
  const deleteHelpId = useId()
  return (
    <div className={styles.options}>
      <div>
        <Switch
          label="Merge with the existing collections"
          aria-describedby={mergeHelpId}
          checked={merges}
          onCheckedChange={draft.setMerges}
        />
        <p id={mergeHelpId} className={styles.help}>
          {merges
            ? 'Nothing is deleted. Imported collections keep the fields, indexes, rules and options that the import leaves out.'
            : 'Imported collections replace the existing ones: indexes, rules and options that the import leaves out are reset.'}
        </p>
      </div>
      {!merges && (
        <div>
          <Checkbox
            label="Delete collections and fields that are not in the import"
            aria-describedby={deleteHelpId}
            checked={deletesMissing}
            onCheckedChange={draft.setDeletesMissing}
          />
          <p id={deleteHelpId} className={styles.help}>
            {deletesMissing
              ? 'They are deleted with everything stored in them, after you have confirmed it.'
              : 'They are kept with everything stored in them.'}
          </p>
        </div>
      )}
    </div>
  )
}
