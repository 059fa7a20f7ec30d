import { type RawContentId, rawContentId } from '@ken/address';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FullStore, SourceText } from '../src/index.ts';
import { bytesOf, expectFailure, headAt, raw } from './objects.ts';

/** A source that holds a text in some wrapping, and the text that it is to be found by. */
export const source = (name: string): RawContentId => rawContentId(bytesOf(name));
export const textOf = (name: string, text: string): SourceText => ({ source: source(name), text });

const found = (store: FullStore, text: string, limit = 100): Promise<RawContentId[]> => store.search({ text, limit });

/** What every store does with texts. `open` gives an empty store. */
export const describeTexts = (name: string, open: () => Promise<FullStore>): void => {
  describe(`${name}: the texts of a store`, () => {
    let store: FullStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const write = (texts: { readonly [name: string]: string }): Promise<void> =>
      store.commit({
        objects: Object.keys(texts).map(raw),
        texts: Object.entries(texts).map(([at, text]) => textOf(at, text)),
      });

    const finds: readonly (readonly [rule: string, text: string, yes: readonly string[], no: readonly string[]])[] = [
      ['a word whatever its case', 'The Quick fox', ['quick', 'QUICK', 'the FOX'], ['quic', 'uick', 'slow']],
      ['every word, in any order', 'one two three', ['three one', 'two'], ['one four']],
      ['a phrase as a phrase', 'one two three', ['"one two"', '"TWO three" one'], ['"two one"', '"one three"']],
      ['words that are cut off by a quote left open', 'one two', ['two "one', '"one'], ['"three', '"one" "three']],
      ['an identifier', 'const x = parse_config(a)', ['parse_config', 'PARSE_CONFIG', 'config'], ['config_parse']],
      ['a path', 'see ./src/a.ts:12', ['src/a.ts', 'a.ts', 'src/a.ts:12', '12'], ['src/b.ts', 'a.src']],
      ['a number of two digits, and one character', 'exit 47 x', ['47', 'x'], ['4', '7', '477']],
      [
        'letters beyond ASCII whatever their case',
        'Ünïcode ΣΊΣΥΦΟΣ, Straße',
        ['ünÏCODE', 'σίσυφος', 'STRASSE'],
        ['unicode'],
      ],
      ['a letter and its mark as one letter with it', 'cafe\u0301', ['café', 'CAFÉ'], ['cafe']],
      ['Chinese from the middle of a sentence', '解析配置文件失败', ['配置', '置', '"配置 文件"'], ['件文', '置配']],
      ['Japanese and Korean', 'データを読む 파일을 읽는다', ['データ', 'タを', '파일', '읽'], ['タデ', '일파']],
      ['Thai', 'สวัสดีชาวโลก', ['ชาว', 'โลก'], ['ลโก']],
      ['words beside another script', 'v2版本3', ['v2', '版本', '3', 'v2版本'], ['2', '版3']],
      [
        'what stands beside NUL and a lone surrogate',
        'a\0b\ud800c',
        ['a', 'b', 'c', '"a b c"', 'b\udc00c'],
        ['ab', 'bc'],
      ],
      [
        'what reads like a command, as words',
        'near the end AND not OR',
        ['NEAR', 'and not', 'or', 'NOT'],
        ['text:near near2'],
      ],
    ];

    it.each(finds)('%s is found', async (_, text, yes, no) => {
      await write({ it: text, another: 'something else entirely' });
      for (const query of yes) expect([query, await found(store, query)]).toEqual([query, [source('it')]]);
      for (const query of no) expect([query, await found(store, query)]).toEqual([query, []]);
    });

    it('a query without a word finds nothing', async () => {
      await write({ it: 'words - and "signs" *' });
      for (const query of ['', ' ', '*', '"', '""', '" "', '-', '^', '()', '\0', '\ud800', '→', "'"])
        expect(await found(store, query)).toEqual([]);
    });

    it.each(['fox*', '^fox', '-fox', '+fox', 'fox"', '(fox', 'fox)', '{fox}', "'fox'", 'fox;', 'fox\0'])(
      '%j asks for the word alone',
      async (query) => {
        await write({ it: 'the fox', no: 'foxes and what is no such animal' });
        expect(await found(store, query)).toEqual([source('it')]);
      },
    );

    it('a query of 100 KB is answered', async () => {
      const words = Array.from({ length: 15_000 }, (_, n) => `w${n}`);
      await write({ it: words.join(' '), half: words.slice(0, 7000).join(' ') });
      expect(await found(store, words.join(' '))).toEqual([source('it')]);
      expect(await found(store, `"${words.join(' ')}"`)).toEqual([source('it')]);
      expect(await found(store, [...words, 'more'].join(' '))).toEqual([]);
      expect(await found(store, '"'.repeat(100_000))).toEqual([]);
      expect(await found(store, 'a'.repeat(100_000))).toEqual([]);
    });

    it('what was written last comes first, as many as asked for, and the rest after it', async () => {
      await write({ a: 'same', b: 'same' });
      await write({ c: 'same', d: 'other' });
      const all = ['c', 'b', 'a'].map(source);
      expect(await found(store, 'same')).toEqual(all);
      expect(await found(store, 'same', 2)).toEqual(all.slice(0, 2));
      expect(await found(store, 'same', 0)).toEqual([]);
      const rest = (after: RawContentId) => store.search({ text: 'same', limit: 9, after });
      expect(await rest(source('b'))).toEqual([source('a')]);
      expect(await rest(source('d'))).toEqual(all);
      expect(await rest(source('a'))).toEqual([]);
      expect(await rest(source('none'))).toEqual([]);
    });

    it('a source has one text: the first, in one commit and in another', async () => {
      await store.commit({ objects: [raw('it')], texts: [textOf('it', 'first'), textOf('it', 'second')] });
      await store.commit({ objects: [raw('it')], texts: [textOf('it', 'third'), textOf('it', 'first')] });
      expect(await found(store, 'first')).toEqual([source('it')]);
      for (const query of ['second', 'third']) expect(await found(store, query)).toEqual([]);
    });

    it('a text may come after its source, and may be empty', async () => {
      await store.commit({ objects: [raw('it'), raw('none')] });
      expect(await found(store, 'late')).toEqual([]);
      await store.commit({ objects: [], texts: [textOf('it', 'late'), textOf('none', '')] });
      expect(await found(store, 'late')).toEqual([source('it')]);
    });

    it('a commit that fails leaves no text', async () => {
      const stale = [{ branch: 'a', expected: headAt(1), next: headAt(2) }];
      const commit = { objects: [raw('it')], texts: [textOf('it', 'word')] };
      await expectFailure(store.commit({ ...commit, heads: stale }), 'store/conflict');
      expect(await found(store, 'word')).toEqual([]);
      await store.commit(commit);
      expect(await found(store, 'word')).toEqual([source('it')]);
    });

    it('a text of what is not held is misuse, and nothing is written', async () => {
      const attempt = store.commit({ objects: [raw('it')], texts: [textOf('it', 'word'), textOf('none', 'word')] });
      await expect(attempt).rejects.toThrow(TypeError);
      expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
      await write({ it: 'word', none: 'word' });
      expect(await found(store, 'word')).toEqual([source('none'), source('it')]);
    });

    it('are forgotten together, and come back in any order as they were', async () => {
      await write({ a: 'word', b: 'word', c: 'word' });
      await store.clearTexts();
      expect(await found(store, 'word')).toEqual([]);
      expect(await store.get(source('a'))).toEqual(bytesOf('a'));
      await store.commit({ objects: [], texts: [textOf('c', 'word'), textOf('a', 'word')] });
      expect(await found(store, 'word')).toEqual([source('c'), source('a')]);
    });

    const bad = <T>(thing: unknown): T => thing as T;
    const misuses: { [rule: string]: (store: FullStore) => Promise<unknown> } = {
      'commit: a text of a ContentId': (s) => s.commit({ objects: [], texts: [{ source: bad(headAt(1)), text: '' }] }),
      'commit: a text that is none': (s) => s.commit({ objects: [raw('it')], texts: [bad({ source: source('it') })] }),
      'search: no text': (s) => s.search(bad({ limit: 1 })),
      'search: a negative limit': (s) => s.search({ text: 'word', limit: -1 }),
      'search: no limit': (s) => s.search(bad({ text: 'word' })),
      'search: after what is no source': (s) => s.search({ text: 'word', limit: 1, after: bad(headAt(1)) }),
    };

    it.each(Object.entries(misuses))('%s is a TypeError', async (_, misuse) => {
      await expect(misuse(store)).rejects.toThrow(TypeError);
      expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
      await write({ it: 'word' });
      expect(await found(store, 'word', 1)).toEqual([source('it')]);
    });

    it('after close every call is misuse', async () => {
      await store.close();
      await expect(found(store, 'word')).rejects.toThrow(TypeError);
      await expect(store.clearTexts()).rejects.toThrow(TypeError);
    });
  });
};
