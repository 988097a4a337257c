import type { Db } from '../../database/database.ts';
import { RegistryAnswers } from '../facts/registry-answers.ts';
import { reportsOf } from '../reports.ts';
import type { Answers, Question } from './engine.ts';

/** Who answers a question: the engine of events, or PostgreSQL about what the registry held at one moment (decision 17). */
export const answersTo = (db: Db, question: Question): Answers =>
  question.report.counts === 'events' ? reportsOf(db).engine.answers(db, question) : new RegistryAnswers(db, question);
