/** Amounts as iyzico writes them: numbers of JSON without trailing zeros, of an older version with eight decimals. */
import { decimal } from '../wire/money.ts'

/** A number of JSON whose digits stay as they are written. */
export type JsonNumber = object

const rawNumber = (text: string): JsonNumber => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text)

/** Formats 14990 as 149.9, and 15000 as 150; so do signatures. */
export const plainText = (minor: number): string => String(Number(decimal(minor)))

export interface NumberStyle {
  amount(minor: number): JsonNumber
  /** `millionths` of a percent. */
  percent(millionths: number): JsonNumber
}

const newer: NumberStyle = {
  amount: (minor) => rawNumber(plainText(minor)),
  percent: (millionths) => rawNumber(String(millionths / 1_000_000)),
}

const older: NumberStyle = {
  amount: (minor) => rawNumber(minor === 0 ? '0E-8' : `${decimal(minor)}000000`),
  percent: (millionths) => rawNumber(millionths === 0 ? '0E-8' : (millionths / 1_000_000).toFixed(8)),
}

export const numberStyle = ({ answersFailures = false }: { readonly answersFailures?: boolean }): NumberStyle =>
  answersFailures ? older : newer

/** Returns which part of the whole it is, in millionths of a percent, half up. */
export const toPercent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100_000_000) / whole)
