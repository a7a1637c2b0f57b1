import { Alert, useConfirm } from '@coffer/ui'
import { type FailingTest, failingTestsOf } from '../../../queries/ruleTests.ts'
import styles from '../ChangeList.module.css'

function FailingTests({ tests }: { tests: readonly FailingTest[] }) {
  return (
    <>
      <Alert tone="danger">
        <p>
          {tests.length === 1 ? 'A rule test fails' : `${tests.length} rule tests fail`} after this change. Nothing was saved.
        </p>
      </Alert>
      <ul className={styles.changes} aria-label="Failing rule tests">
        {tests.map(({ collection, message }) => (
          <li key={`${collection} ${message}`}>
            <b>{collection}</b>: {message}
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Returns a function that saves a change of collections and, if rule tests fail because of it, asks whether to save it anyway. Returns
 * undefined if it was not saved.
 */
export function useConfirmFailingTests(): <T>(save: (allowsFailing: boolean) => Promise<T>) => Promise<T | undefined> {
  const confirm = useConfirm()
  return async save => {
    try {
      return await save(false)
    } catch (error) {
      const tests = failingTestsOf(error)
      if (tests.length === 0) throw error
      const isSure = await confirm({
        text: 'Confirm collection changes',
        details: <FailingTests tests={tests} />,
        yes: 'Save anyway',
        no: 'Cancel',
        danger: true,
      })
      return isSure ? save(true) : undefined
    }
  }
}
