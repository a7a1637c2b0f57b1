import type { RuleTest } from '@coffer/schema'
import { Disclosure } from '@coffer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewRules } from '../../../queries/access.ts'
import { testedListQuery } from '../../../queries/ruleTests.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'
import { RecordPages } from '../../access/RecordPages.tsx'
import ruleStyles from '../rules/RuleComparison.module.css'

interface TestedListProps {
  collectionId: string
  /** The edited rules. */
  rules: NewRules
  test: RuleTest
  /** The number of records in the list. */
  total: number
}

/** The records of a list that a rule test has counted, which are loaded once they are shown. */
export function TestedList({ total, ...listed }: TestedListProps) {
  const [isOpen, setOpen] = useState(false)
  const summary = `${countInWords(total)} in the list`
  return (
    <Disclosure open={isOpen} onOpenChange={setOpen} summary={summary}>
      {isOpen && (
        <div className={ruleStyles.opened}>
          <Records {...listed} label={summary} />
        </div>
      )}
    </Disclosure>
  )
}

function Records({ collectionId, rules, test, label }: Omit<TestedListProps, 'total'> & { label: string }) {
  const list = useInfiniteQuery(testedListQuery(collectionId, rules, test))
  return (
    <RecordPages
      collectionId={collectionId}
      list={list}
      label={label}
      opensTabs={true}
      // The given record and the new user exist only during the test.
      areStored={!test.given && !test.persona.startsWith('new:')}
    />
  )
}
