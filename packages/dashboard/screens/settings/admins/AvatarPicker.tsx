import { Avatar, FieldFrame } from '@coffer/ui'
import type { FormField } from '../../../shell/form/useForm.ts'
import styles from './AvatarPicker.module.css'

const avatars = Array.from({ length: 10 }, (_, number) => number)

/** Chooses one of the ten avatars. */
export function AvatarPicker({ name, value, error, onValueChange }: FormField) {
  return (
    <FieldFrame label="Avatar" as="group" error={error}>
      {() => (
        <div className={styles.avatars}>
          {avatars.map(number => (
            <label key={number} className={styles.avatar}>
              <input
                type="radio"
                name={name}
                value={number}
                className={styles.input}
                aria-label={`Avatar ${number}`}
                checked={value === String(number)}
                onChange={() => onValueChange(String(number))}
              />
              <Avatar number={number} size={36} />
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
