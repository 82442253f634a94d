import assert from 'node:assert/strict';
import { tabTitle, type Tab } from '../../../src/editor/pages/state.ts';

const names: Readonly<Record<string, string>> = { stg: 'Staging', local: 'Local service' };

describe('the titles of tabs', () => {
  const titles = (...tabs: Tab[]) => tabs.map((tab) => tabTitle(tab, tabs, (environment) => names[environment] ?? environment));
  const tab = (label: string, environment: string, isTouched = false): Tab => ({ label, environment, isTouched });

  it('name the environment where the same is open in two, typed into or not', () => {
    assert.deepEqual(titles(tab('VIP', 'stg'), tab('VIP', 'local', true), tab('Pista', 'stg')), [
      'VIP · Staging',
      '● VIP · Local service',
      'Pista',
    ]);
  });

  it('name no environment where two things of one have the same name', () => {
    assert.deepEqual(titles(tab('VIP', 'stg'), tab('VIP', 'stg', true)), ['VIP', '● VIP']);
  });
});
