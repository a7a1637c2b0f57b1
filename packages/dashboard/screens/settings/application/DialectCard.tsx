import type { DialectDifference } from '@coffer/schema'
import { FieldFrame, Select, useConfirm, useToasts } from '@coffer/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastTextOf } from '../../../queries/connection/failure.ts'
import { type DialectName, dialectQuery, saveDialect } from '../../../queries/settings.ts'
import { useConfirmFailingTests } from '../../collectionEditor/ruleTests/useConfirmFailingTests.tsx'
import { FieldRow } from '../form/FieldRow.tsx'
import { Card } from '../frame/Card.tsx'
import styles from './DialectCard.module.css'

const options = [
  { value: '0.22', label: 'PocketBase 0.22' },
  { value: 'today', label: 'PocketBase 0.23 and later' },
] as const

/** What follows one of the two versions: the values of the settings, and the differences that a change makes. */
interface Choice {
  setting: 'dialect' | 'rules'
  kind: DialectDifference['kind']
  label: string
  help: string
  /** Asks whether to change to a version. */
  question: (version: string) => string
}

const choices: readonly Choice[] = [
  {
    setting: 'dialect',
    kind: 'uploads',
    label: 'Clients that show no version',
    help: 'Their errors and uploads follow this version. Superusers, and apps whose address ends with /today, show theirs.',
    question: version => `Answer clients that show no version as ${version} does?`,
  },
  {
    setting: 'rules',
    kind: 'rule',
    label: 'Meaning of rules',
    help: 'The versions differ where values that a rule compares are missing, and in create rules. All clients get the same meaning.',
    question: version => `Evaluate these rules as ${version} does?`,
  },
]

/** Chooses the version for one of its uses. Asks before it saves, if that changes anything. */
function VersionSelect({ setting, kind, label, help, question }: Choice) {
  const { data } = useQuery(dialectQuery)
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const confirm = useConfirm()
  const confirmFailing = useConfirmFailingTests()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (version: DialectName) => confirmFailing(allowsFailing => saveDialect({ [setting]: version }, allowsFailing)),
    onSuccess: saved => {
      if (!saved) return
      queryClient.setQueryData(dialectQuery.queryKey, saved)
      toasts.success('Successfully saved the version.')
    },
    onError: error => {
      const text = toastTextOf(error)
      if (text !== undefined) toasts.error(text)
    },
  })
  const change = async (version: DialectName) => {
    if (!data || version === data[setting]) return
    // Collections can have changed since the page was opened.
    const { differences } = await queryClient.fetchQuery({ ...dialectQuery, staleTime: 0 }).catch(() => data)
    const changed = differences.filter(difference => difference.kind === kind)
    const isSure =
      changed.length === 0 ||
      (await confirm({
        text: question(options.find(({ value }) => value === version)?.label ?? version),
        details: (
          <ul className={styles.list}>
            {changed.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        ),
        yes: 'Save the version',
        no: 'Cancel',
      }))
    if (isSure) mutate(version)
  }
  return (
    <FieldFrame label={label} help={help}>
      {({ control }) => (
        <Select
          {...control}
          options={options}
          disabled={data === undefined || isPending}
          value={(isPending ? variables : data?.[setting]) ?? ''}
          onChange={(version: DialectName) => void change(version)}
        />
      )}
    </FieldFrame>
  )
}

/** Chooses the version of PocketBase that clients without one get, and the one whose meaning rules have. */
export function DialectCard() {
  return (
    <Card>
      <FieldRow>
        {choices.map(choice => (
          <VersionSelect key={choice.setting} {...choice} />
        ))}
      </FieldRow>
    </Card>
  )
}
