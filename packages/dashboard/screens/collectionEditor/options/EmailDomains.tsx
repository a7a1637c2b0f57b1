import { FieldFrame, ListInput } from '@coffer/ui'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

const lists = [
  { option: 'exceptEmailDomains', label: 'Except domains', other: 'onlyEmailDomains', says: 'are NOT allowed to sign up' },
  {
    option: 'onlyEmailDomains',
    label: 'Only domains',
    other: 'exceptEmailDomains',
    says: 'are the ONLY ones allowed to sign up',
  },
] as const

const labels = { exceptEmailDomains: 'Except domains', onlyEmailDomains: 'Only domains' }

/** From which domains accounts may come. One list alone can be used, so that it is clear what it does. */
export function EmailDomains({ fields: { auth, stored, set, errorOf } }: { fields: AuthFields }) {
  return (
    <div className={styles.pair}>
      {lists.map(({ option, label, other, says }) => {
        const isShut = Boolean(auth[other]?.length) && !auth[option]?.length
        // No domains are stored as null or as an empty list: what was typed and taken back is no change.
        const none = stored?.[option]?.length === 0 ? [] : null
        return (
          <FieldFrame
            key={option}
            label={label}
            error={errorOf(option)}
            help={isShut ? `Clear “${labels[other]}” to use this one.` : `Domains that ${says}. Use comma as separator.`}
          >
            {({ control }) => (
              <ListInput
                {...control}
                placeholder="eg. example.com"
                disabled={isShut}
                value={auth[option] ?? []}
                onValueChange={domains => set(option, domains.length > 0 ? domains : none)}
              />
            )}
          </FieldFrame>
        )
      })}
    </div>
  )
}
