import { joinClasses } from '@coffer/ui'
import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** A sheet on which parts of a page stand together. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={joinClasses(styles.card, className)} />
}
