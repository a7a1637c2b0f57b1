import { Alert, useConfirm } from '@coffer/ui'
import { type FailingTest, failingTestsOf } from '../../../queries/ruleTests.ts'
import styles from '../ChangeList.module.css'

function FailingTests({ tests }: { tests: readonly FailingTest[] }) {
  const failed = tests.filter(({ hasRun }) => hasRun).length
  const notRun = tests.length - failed
  return (
    <>
      <Alert tone="danger">
        <p>
          {failed > 0 && `${failed === 1 ? 'A rule test fails' : `${failed} rule tests fail`} after this change. `}
          {notRun > 0 && `${notRun === 1 ? 'A rule test was' : `${notRun} rule tests were`} not run in time. `}
          Nothing was saved.
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
 * Returns a function that saves a change of collections and, if rule tests prevent it, asks whether to save it anyway. Returns undefined
 * if it was not saved.
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
