import { describe, expect, it } from 'vitest';
import { changedRule, newRule, ruleForm, type RuleValues } from './rule-values.ts';

const valid: RuleValues = {
  ...newRule('01a0c8a6-4f1b-7c11-8f5e-2a3b4c5d6e7f', 'ro'),
  name: 'Prea plin',
  recipients: 'ana@noa.test; ion@noa.test',
};

const problemsWith = (given: Partial<RuleValues>) =>
  Object.fromEntries(
    (ruleForm.safeParse({ ...valid, ...given }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('the form of a rule', () => {
  it('gives what the API takes, without what the condition does not ask for', () => {
    expect(ruleForm.parse(valid)).toMatchObject({
      condition: 'fill',
      threshold: 90,
      readingKind: null,
      level: null,
      recipients: ['ana@noa.test', 'ion@noa.test'],
      webhookUrl: null,
      escalateMinutes: null,
    });
    expect(ruleForm.parse({ ...valid, condition: 'level' })).toMatchObject({ threshold: null, level: 'error' });
    expect(ruleForm.parse({ ...valid, condition: 'unusual', threshold: 200, minutes: null })).toMatchObject({
      threshold: 200,
      minutes: 60,
    });
  });

  it('says at each field what is wrong with it', () => {
    expect(problemsWith({ name: ' ' })).toEqual({ name: 'form.required' });
    expect(problemsWith({ minutes: null })).toMatchObject({ minutes: 'form.required' });
    expect(problemsWith({ recipients: '' })).toEqual({ recipients: 'alert.tellsNobody' });
    expect(problemsWith({ recipients: 'ana@noa.test ana' })).toEqual({ recipients: 'form.badEmail' });
    expect(problemsWith({ webhookUrl: 'noa.test' })).toEqual({ webhookUrl: 'alert.badUrl' });
    expect(problemsWith({ escalateMinutes: 30 })).toEqual({ escalateTo: 'form.required' });
  });
});

describe('a change of a rule', () => {
  const changed = (to: Partial<RuleValues>) => changedRule(valid, ruleForm.parse({ ...valid, ...to }));

  it('sends nothing that was left as it was: others may have changed it meanwhile', () => {
    expect(changed({})).toEqual({});
    expect(changed({ name: ' Prea plin ' })).toEqual({});
    expect(changed({ name: 'Plin' })).toEqual({ name: 'Plin' });
    expect(changed({ recipients: 'ana@noa.test\nion@noa.test' })).toEqual({});
    expect(changed({ recipients: 'ana@noa.test' })).toEqual({ recipients: ['ana@noa.test'] });
  });

  it('sends what it looks for as a whole', () => {
    expect(changed({ threshold: 95 })).toEqual({
      condition: 'fill',
      readingKind: null,
      level: null,
      threshold: 95,
      minutes: 180,
    });
  });
});
