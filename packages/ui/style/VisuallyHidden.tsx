import type { ComponentProps } from 'react'
import { joinClasses } from './joinClasses.ts'
import styles from './VisuallyHidden.module.css'

/** Text that only assistive technology presents. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={joinClasses(styles.hidden, className)} />
}
