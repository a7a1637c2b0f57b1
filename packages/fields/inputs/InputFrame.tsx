import { FieldFrame, type FieldFrameProps } from '@coffer/ui'
import type { Field } from '../contract.ts'
import styles from './inputs.module.css'

interface InputFrameProps extends Omit<FieldFrameProps, 'label' | 'required'> {
  field: Field
  /** Replaces the field's name as label. */
  label?: string
}

/** The frame of a control: label, help texts of the field and of its type, and error. */
export function InputFrame({ field, label = field.name, help, ...rest }: InputFrameProps) {
  const explained = field.help ? (
    <>
      <span className={styles.help}>{field.help}</span> {help}
    </>
  ) : (
    help
  )
  return <FieldFrame {...rest} label={label} help={explained} required={field.required} />
}
