import { describeRuleTest, maxRuleTests, type RuleTest, type RuleTestResult } from '@coffer/schema'
import { Alert, Button, IconButton, VisuallyHidden } from '@coffer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, Plus, Trash2, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { NewRules } from '../../../queries/access.ts'
import { messageOf } from '../../../queries/connection/failure.ts'
import { ruleTestsQuery } from '../../../queries/ruleTests.ts'
import { changedRules } from '../edited/changedRules.ts'
import { useSettled } from '../rules/useSettled.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { explainTestHref } from './explainTestHref.ts'
import { RuleTestDialog } from './RuleTestDialog.tsx'
import styles from './RuleTests.module.css'
import { TestedList } from './TestedList.tsx'

/** The dialog's test; undefined for a new one. */
interface Opened {
  index: number | undefined
  /** Number of openings. As a `key`, it resets the dialog. */
  opening: number
}

/** The rule tests of a collection, run with the edited rules. */
export function RuleTests({ form }: { form: CollectionForm }) {
  const { edited, errors, change, collections } = form
  const { stored, ruleTests } = edited
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setOpen] = useState(false)
  const headingId = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const asked = useSettled(JSON.stringify([changedRules(stored, edited.rules), ruleTests]))
  const [rules, tests] = JSON.parse(asked)
  const { data: results = [], error } = useQuery({
    ...ruleTestsQuery(stored?.id ?? '', rules, tests),
    enabled: stored !== undefined && tests.length > 0,
    placeholderData: keepPreviousData,
  })
  const setTests = (changed: readonly RuleTest[]) => change(last => ({ ...last, ruleTests: changed }), 'ruleTests')
  const open = (index: number | undefined) => {
    setOpened(last => ({ index, opening: (last?.opening ?? 0) + 1 }))
    setOpen(true)
  }
  const set = (test: RuleTest) => {
    const { index } = opened ?? {}
    setTests(index === undefined ? [...ruleTests, test] : ruleTests.with(index, test))
    setOpen(false)
  }
  const remove = (index: number) => {
    setTests(ruleTests.toSpliced(index, 1))
    // The focus stays on the button of the next test, and the last one has none.
    if (index === ruleTests.length - 1) addButton.current?.focus()
  }
  return (
    <section className={styles.tests} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Rule tests ({ruleTests.length})
      </h3>
      <p className={styles.note}>
        Say what must stay true, such as “a guest cannot list records”. Tests run before each change of collections is saved.
      </p>
      {errors.ruleTests && <Alert tone="danger">{errors.ruleTests}</Alert>}
      {error && ruleTests.length > 0 && <Alert tone="danger">{messageOf(error)}</Alert>}
      <VisuallyHidden role="status">{ruleTests.length > 0 && resultsText(results)}</VisuallyHidden>
      <ul className={styles.list}>
        {ruleTests.map((test, index) => (
          <Result
            // biome-ignore lint/suspicious/noArrayIndexKey: tests have no id, and are never moved
            key={index}
            test={test}
            result={results.find(found => JSON.stringify(found.test) === JSON.stringify(test))}
            listed={stored && { collectionId: stored.id, rules }}
            explained={stored && explainTestHref(test, stored.id, rules[test.action], collections)}
            onOpen={() => open(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <Button
        ref={addButton}
        size="small"
        icon={Plus}
        className={styles.add}
        disabled={ruleTests.length >= maxRuleTests}
        onClick={() => open(undefined)}
      >
        New test
      </Button>
      {opened && (
        <RuleTestDialog
          key={opened.opening}
          open={isOpen}
          test={opened.index === undefined ? undefined : ruleTests[opened.index]}
          collections={collections}
          isView={edited.type === 'view'}
          onClose={() => setOpen(false)}
          onSet={set}
        />
      )}
    </section>
  )
}

/** Returns what screen readers announce of the results: `2 passed, 1 failed`. */
function resultsText(results: readonly RuleTestResult[]): string {
  const count = (state: string, isCounted: (result: RuleTestResult) => boolean) => {
    const found = results.filter(isCounted).length
    return found > 0 ? [`${found} ${state}`] : []
  }
  return [
    ...count('passed', ({ isPassed }) => isPassed),
    ...count('failed', ({ isPassed, hasRun }) => hasRun && !isPassed),
    ...count('not run', ({ hasRun }) => !hasRun),
  ].join(', ')
}

interface ResultProps {
  test: RuleTest
  /** Undefined until it has run. Tests of a new collection run once it is saved. */
  result: RuleTestResult | undefined
  /** The collection and the rules that were tested; undefined for a new collection. */
  listed: { collectionId: string; rules: NewRules } | undefined
  /** Link to the explanation of the request; undefined if an address cannot name it. */
  explained: string | undefined
  onOpen: () => void
  onRemove: () => void
}

function stateOf(result: RuleTestResult | undefined) {
  if (!result?.hasRun) return { Icon: CircleDashed, label: result ? 'Not run' : 'Not run yet', className: undefined }
  return result.isPassed
    ? { Icon: Check, label: 'Passed', className: styles.passed }
    : { Icon: X, label: 'Failed', className: styles.failed }
}

function Result({ test, result, listed, explained, onOpen, onRemove }: ResultProps) {
  const description = describeRuleTest(test)
  const { Icon, label, className } = stateOf(result)
  return (
    <li className={styles.test}>
      <Icon size={16} role="img" aria-label={label} className={className} />
      <div className={styles.text}>
        <button type="button" className={styles.open} onClick={onOpen}>
          {description}
        </button>
        {result?.message && <p className={className}>{result.message}</p>}
        {listed && result?.total !== undefined && result.total > 0 && <TestedList {...listed} test={test} total={result.total} />}
        {result?.hasRun && result.message && explained && (
          <a className={styles.explain} href={explained} target="_blank" rel="noreferrer" aria-label={`Explain: ${description}`}>
            Explain
          </a>
        )}
      </div>
      <IconButton label={`Remove test: ${description}`} icon={Trash2} onClick={onRemove} />
    </li>
  )
}
