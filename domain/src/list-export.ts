import * as z from 'zod/mini';
import { exportFormats, exportLocales } from './reporting/report.ts';

/** Bounds of a list that is taken away as a file. */
export const listExportLimits = {
  columns: 60,
  /** Paths of one column. */
  paths: 4,
  /** Signs of a path. */
  pathLength: 200,
  /** Words of one column. */
  words: 100,
  /** Signs of a heading, a title, or a word. */
  textLength: 200,
  rows: 1_000_000,
} as const;

const text = z
  .string()
  .check(z.trim(), z.minLength(1, 'form.required'), z.maxLength(listExportLimits.textLength, 'form.tooLong'));

const column = z.object({
  label: text,
  paths: z
    .array(z.string().check(z.maxLength(listExportLimits.pathLength, 'form.tooLong')))
    .check(z.minLength(1, 'form.required'), z.maxLength(listExportLimits.paths, 'form.tooMany')),
  words: z.nullish(
    z
      .array(z.object({ value: z.string().check(z.maxLength(listExportLimits.textLength, 'form.tooLong')), text }))
      .check(z.maxLength(listExportLimits.words, 'form.tooMany')),
  ),
});

/** What is asked for when a list is to be a file: which list, and how each column is found and said. */
export const listExportInput = z.object({
  list: z.string(),
  arguments: z.nullish(z.record(z.string(), z.unknown(), 'form.badValue')),
  title: text,
  columns: z
    .array(column)
    .check(z.minLength(1, 'form.required'), z.maxLength(listExportLimits.columns, 'form.tooMany')),
  format: z.enum(exportFormats),
  locale: z._default(z.enum(exportLocales), 'ro'),
});
export type ListExport = z.output<typeof listExportInput>;
export type ListExportColumn = ListExport['columns'][number];
