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

/** Inputs for allowed and denied email domains. Only one can be used, because their combination would be ambiguous. */
export function EmailDomains({ fields: { auth, stored, set, errorOf } }: { fields: AuthFields }) {
  return (
    <div className={styles.pair}>
      {lists.map(({ option, label, other, says }) => {
        const isShut = Boolean(auth[other]?.length) && !auth[option]?.length
        // The server stores "no domains" as null or []. Uses the stored form, so that reverted input is not a change.
        const none = stored?.[option]?.length === 0 ? [] : null
        return (
          <FieldFrame
            key={option}
            label={label}
            error={errorOf(option)}
            help={isShut ? `Clear “${labels[other]}” to use this one.` : `Domains that ${says}. Separate them with commas.`}
          >
            {({ control }) => (
              <ListInput
                {...control}
                placeholder="e.g. example.com"
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
