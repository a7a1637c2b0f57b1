import type { RuleTest } from '@coffer/schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { NewRules } from '../../../queries/access.ts'
import { testedListQuery } from '../../../queries/ruleTests.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'
import { RecordDisclosure } from '../../access/RecordDisclosure.tsx'
import { RecordPages } from '../../access/RecordPages.tsx'

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
  const summary = `${countInWords(total)} in the list`
  return (
    <RecordDisclosure summary={summary}>
      <Records {...listed} label={summary} />
    </RecordDisclosure>
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
