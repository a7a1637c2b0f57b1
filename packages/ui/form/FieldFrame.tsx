import { type ReactNode, use, useId } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import { FieldAside } from './FieldAside.ts'
import { FieldError } from './FieldError.tsx'
import styles from './FieldFrame.module.css'

/** Attributes that associate a control with its label, help and error. Spread them on any control of the kit. */
export interface ControlAttributes {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

export interface FieldIds {
  control: ControlAttributes
  /** The label's id, for controls that a `<label>` cannot reference (editors, groups): `aria-labelledby={labelId}`. */
  labelId: string
}

export interface FieldFrameProps {
  label: ReactNode
  icon?: IconType | undefined
  required?: boolean | undefined
  help?: ReactNode
  /** The error message. Empty text means no error. */
  error?: string | undefined
  /** Content at the right end of the label's line, for example a small button. */
  aside?: ReactNode
  /** `group` if the content has several controls. The label then names the group. */
  as?: 'control' | 'group' | undefined
  /** Hides the label visually, if the context makes it obvious. */
  isLabelHidden?: boolean | undefined
  className?: string | undefined
  children: (ids: FieldIds) => ReactNode
}

/** A label above a control, with help or an error below. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, icon: Icon, required, help, error, aside, as, isLabelHidden, className, children } = props
  const added = use(FieldAside)
  const id = useId()
  const labelId = `${id}-label`
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const describedBy = joinClasses(error && errorId, Boolean(help) && helpId)
  const content = (
    <>
      {Icon && <Icon size={14} aria-hidden={true} />}
      {/* The mark follows the last word, also where the label takes several lines. */}
      <span className={styles.name}>
        {label}
        {required && (
          <span className={styles.mark}>
            <span aria-hidden="true">*</span>
            <VisuallyHidden> (required)</VisuallyHidden>
          </span>
        )}
      </span>
    </>
  )
  const group = as === 'group' ? { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': describedBy || undefined } : {}
  return (
    <div {...group} className={joinClasses(styles.frame, className)} data-invalid={error ? '' : undefined}>
      <div className={joinClasses(styles.line, isLabelHidden && styles.hidden)}>
        {as === 'group' ? (
          <span id={labelId} className={styles.label}>
            {content}
          </span>
        ) : (
          <label id={labelId} htmlFor={id} className={styles.label}>
            {content}
          </label>
        )}
        {(aside || added) && (
          <div className={styles.aside}>
            {aside}
            {added}
          </div>
        )}
      </div>
      <FieldAside value={undefined}>
        {children({
          labelId,
          control: {
            id,
            ...(describedBy && { 'aria-describedby': describedBy }),
            ...(error && { 'aria-invalid': true }),
            ...(required && { 'aria-required': true }),
          },
        })}
      </FieldAside>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <div id={helpId} className={styles.help}>
          {help}
        </div>
      )}
    </div>
  )
}
