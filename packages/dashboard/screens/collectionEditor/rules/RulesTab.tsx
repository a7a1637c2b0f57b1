import type { FilterSubject } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { viewPreviewQuery } from '../../../queries/collections/viewPreview.ts'
import { asCollection } from '../edited/asCollection.ts'
import { RuleTests } from '../ruleTests/RuleTests.tsx'
import type { CollectionForm } from '../useCollectionForm.ts'
import { AvailableFields } from './AvailableFields.tsx'
import { RuleField } from './RuleField.tsx'
import styles from './RulesTab.module.css'
import { rulesOf } from './ruleKinds.ts'
import { useInsertion } from './useInsertion.ts'

/** Tab with the API rules of a collection and their tests. */
export function RulesTab({ form }: { form: CollectionForm }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const helpId = useId()
  const subject = useRuleSubject(form)
  const kinds = rulesOf(form.edited.type)
  const { insert, noteCaret, editorRef } = useInsertion(form, kinds)
  return (
    <div className={styles.rules}>
      <div className={styles.intro}>
        <p>Admins have full access. For everyone else, rules decide who can act on which records.</p>
        <Button
          variant="quiet"
          size="small"
          icon={isHelpOpen ? ChevronUp : ChevronDown}
          aria-expanded={isHelpOpen}
          aria-controls={helpId}
          onClick={() => setHelpOpen(!isHelpOpen)}
        >
          {isHelpOpen ? 'Hide available fields' : 'Show available fields'}
        </Button>
      </div>
      <div id={helpId} hidden={!isHelpOpen}>
        {isHelpOpen && <AvailableFields collection={subject.collection} onChoose={insert} />}
      </div>
      {kinds.map(kind => (
        <RuleField
          key={kind.name}
          ref={editorRef(kind.name)}
          kind={kind}
          form={form}
          subject={subject}
          onCaretChange={place => noteCaret(kind.name, place)}
        />
      ))}
      <RuleTests form={form} />
    </div>
  )
}

/** Returns the context of the rules of an edited collection: its current state in the form, and all other collections. */
function useRuleSubject({ edited, collections }: CollectionForm): FilterSubject {
  const { stored, name, type, fields, query, auth } = edited
  // Only reads the cache. The query tab requests the preview.
  const { data: preview } = useQuery({ ...viewPreviewQuery(stored?.id, query), enabled: false })
  const columns = preview?.schema
  return useMemo(() => {
    const collection = asCollection({ stored, name, type, fields, query, auth }, columns)
    const others = collections.filter(({ id }) => id !== stored?.id)
    return { collection, collections: [...others, collection], scope: 'rule' }
  }, [stored, name, type, fields, query, auth, columns, collections])
}
