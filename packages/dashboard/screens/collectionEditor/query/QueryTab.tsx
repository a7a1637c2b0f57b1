import { CodeEditor, FieldFrame } from '@coffer/ui'
import { useMemo } from 'react'
import { sqlLanguage } from '../../../shell/loading/codeLanguages.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { completeSql } from './completeSql.ts'
import { locateQueryError } from './locateQueryError.ts'
import { PreviewSection } from './PreviewSection.tsx'
import styles from './QueryTab.module.css'
import { queryErrors } from './queryErrors.ts'
import { useViewPreview } from './useViewPreview.ts'

/** Tab with the query of a view and its preview. */
export function QueryTab({ form }: { form: CollectionForm }) {
  const { edited, collections, errors, change } = form
  const { query, stored } = edited
  const preview = useViewPreview(stored?.id, query)
  const saveErrors = useMemo(() => queryErrors(errors, query), [errors, query])
  const shownErrors = saveErrors.length > 0 ? saveErrors : preview.errors
  const problems = useMemo(
    () =>
      shownErrors.flatMap(message => {
        const place = locateQueryError(query, message)
        return place ? [{ ...place, message }] : []
      }),
    [shownErrors, query],
  )
  // Errors of a save apply to the query as it was sent, so any change clears them.
  const write = (text: string) => {
    change(last => ({ ...last, query: text }), 'options.query')
    if (saveErrors.length > 0) change(last => last, 'schema')
  }
  return (
    <div className={styles.tab}>
      <FieldFrame
        label="Select query"
        required={true}
        error={saveErrors.length > 1 ? `This query has ${saveErrors.length} errors, listed below.` : saveErrors[0]}
        help={<QueryHelp />}
      >
        {({ control, labelId }) => (
          <CodeEditor
            {...control}
            aria-labelledby={labelId}
            language={sqlLanguage}
            complete={question => completeSql(question, collections)}
            problems={problems}
            minHeight={150}
            maxHeight={420}
            placeholder="e.g. SELECT id, name from posts"
            value={query}
            onValueChange={write}
          />
        )}
      </FieldFrame>
      <PreviewSection {...preview} isBlank={query.trim() === ''} errors={saveErrors.length === 1 ? [] : shownErrors} />
    </div>
  )
}

/** Requirements for the query of a view. */
function QueryHelp() {
  return (
    <ul className={styles.help}>
      <li>
        Wildcard columns (<code>*</code>) are not supported. List the columns.
      </li>
      <li>
        A unique <code>id</code> column is required. If there isn't one, use <code>(ROW_NUMBER() OVER()) as id</code>.
      </li>
      <li>
        Expressions need an alias that is a valid field name, e.g. <code>MAX(balance) as maxBalance</code>.
      </li>
    </ul>
  )
}
