// SPDX-License-Identifier: Apache-2.0
// What the texts of a row say, by the rule of its terms (nomogram_texts.h says what the page knows of them).
'use strict';
/** Gives f(scores, heard, row, rest): the scores with what the terms add. `heard`: [term, times] of each, `row`: of texts.rows or null,
 * `rest`: whether the other terms of the row are heard. */
function tallyTexts(texts, K, { total, logRising, logTotal }) {
	const { zones, terms } = texts;
	const told = K === 2 ? 1 : K;
	const units = 2 ** -30;
	const each = (n, f) => Array.from({ length: n }, (_, i) => f(i));
	const infinite = (x) => x === null ? -Infinity : x === true ? Infinity : x;
	const restOf = (others, zone, width) => others ? others.rest[zone].slice() : new Array(width).fill(0);
	const numbers = terms.map((term) => term.slice(2).map(texts.rule === 'sum' || texts.rule === 'mean' ? infinite : Number));
	/** Naive Bayes: sums of all terms, or their means. */
	function summed(scores, heard, row, others) {
		const sum = new Array(K).fill(0);
		let known = 0;
		zones.forEach((zone, z) => {
			const own = heard.filter(([term]) => terms[term][0] === z);
			if (!own.length && !row?.has[z]) return;
			const sums = restOf(others, z, K + 1);
			let n = sums[0];
			const said = zone.base.map((base, k) => infinite(base) + infinite(sums[k + 1]));
			const absent = zone.certain.map((all, k) => all - (sums[K + 1 + k] || 0));
			for (const [term, x] of own) {
				n += x;
				numbers[term].forEach((one, k) => {
					if (zone.polya) said[k] += logRising(one, x);
					else if (one === Infinity) --absent[k];
					else said[k] += x * one;
				});
			}
			known += n;
			said.forEach((one, k) => { sum[k] += absent[k] > 0 ? -Infinity : one - (zone.polya ? logRising(zone.polya[k], n) : 0); });
		});
		const share = texts.rule === 'sum' ? 1 : known > 0 ? 1 / known : 0;
		return share ? scores.map((one, k) => one + sum[k] * share) : scores;
	}
	/** Σ of the 15 of largest |d|; of those as large as the last one their mean takes the places that are left. */
	function topOf(all) {
		const sizes = new Map();
		for (const [d, times] of all) {
			const one = sizes.get(Math.abs(d)) || [0, 0];
			sizes.set(Math.abs(d), [one[0] + d * times, one[1] + times]);
		}
		let sum = 0, left = 15;
		for (const size of [...sizes.keys()].sort((a, b) => b - a)) {
			const [d, times] = sizes.get(size);
			sum += times > left ? d / times * left : d;
			left -= Math.min(left, times);
		}
		return sum;
	}
	/** The learned rule (estimate/learned_rule.h). */
	function learned(scores, heard, row, others) {
		if (Math.max(...scores) === -Infinity) return scores;
		const mean = (sum, n, scale) => sum * units / (n + 1) / scale;
		const logits = each(told, (i) => {
			const top = [];
			if (others) for (let at = 0; at < others.top[i].length; at += 2) top.push(others.top[i].slice(at, at + 2));
			const sums = zones.map((_, z) => {
				const all = restOf(others, z, 2 + 3 * told);
				return [all[0], row?.rest[z][1] || 0, ...all.slice(2 + 3 * i, 5 + 3 * i)];
			});
			for (const [term] of heard) {
				const z = terms[term][0], d = numbers[term][i], zone = sums[z];
				++zone[0];
				zone[2] += d;
				if (Math.abs(d) * units >= 2) { ++zone[3]; zone[4] += d; }
				if (zones[z].text) top.push([d, 1]);
			}
			const over = (kind, at) => total(sums.filter((_, z) => zones[z][kind]).map((zone) => zone[at]));
			const seen = over('words', 0), unseen = over('words', 1);
			const parts = [1, mean(over('text', 2), over('text', 0), 1.5), mean(over('text', 4), over('text', 3), 4), topOf(top) * units / 60,
				...sums.map((zone) => mean(zone[4], zone[3], 4)), (Math.log(seen + 1) - 4.5) / 0.7, (unseen / (seen + unseen + 1) - 0.07) / 0.1];
			const c = K === 2 ? 1 : i, against = logTotal(scores.filter((_, k) => k !== c));
			return scores[c] - against + total(parts.map((part, at) => part * texts.weights[i][at]));
		});
		const logOf = (z) => (z >= 0 ? 0 : z) - Math.log1p(Math.exp(-Math.abs(z)));
		return K === 2 ? [logOf(-logits[0]), logOf(logits[0])] : logits.map(logOf);
	}
	/** The rule of texts (estimate/text_rule/text_parts.h). */
	function leaning(scores, heard, row, others) {
		const sums = zones.map((_, z) => restOf(others, z, 2 + 9 * told));
		const w = each(told, (i) => others ? others.w[i] : 0);
		let twice = others ? others.twice : 0;
		zones.forEach((_, z) => { sums[z][1] = row?.rest[z][1] || 0; });
		for (const [term] of heard) {
			const said = numbers[term], zone = sums[terms[term][0]];
			++zone[0];
			for (let at = 0; at < 3 * told; ++at) zone[2 + at] += said[at];
			each(3 * told, (at) => {
				const d = said[told + at % told];
				if (Math.abs(d) * units < 1 + Math.floor(at / told)) return;
				zone[2 + 3 * told + at] += d;
				++zone[2 + 6 * told + at];
			});
			twice += said[3 * told];
			each(told, (i) => { w[i] += Math.fround(said[3 * told + 1 + i] * 0.001); });
		}
		const words = sums.filter((_, z) => zones[z].words);
		const mean = (f) => words.length ? total(words.map(f)) / words.length : 0;
		const ofAll = [1, mean((zone) => Math.log(zone[0] + 1) - 4), mean((zone) => 10 * zone[1] / (zone[0] + zone[1] + 1) - 1)];
		const z = each(told, (i) => {
			const parts = sums.flatMap((zone, at) => {
				const n = zone[0];
				const norms = (sum) => [sum / 10, sum / Math.sqrt(n + 1), 10 * sum / (n + 1)];
				return [...[0, 1, 2].flatMap((m) => norms(zone[2 + m * told + i] * units)), ...norms(n * zones[at].lengths[i]),
					...[3, 4, 5].map((t) => zone[2 + t * told + i] * units / (zone[2 + (t + 3) * told + i] + 1))];
			});
			return texts.weight * (texts.trust[0] * (total(parts.map((part, at) => part * texts.shared[at])) + total(ofAll.map((one, j) => one * texts.of_class[3 * i + j]))) +
				texts.trust[1] * w[i] / Math.sqrt(Math.max(1, twice)));
		});
		return scores.map((one, k) => K === 2 ? one + (k ? z[0] : -z[0]) / 2 : one + z[k]);
	}
	const rule = { learned, leanings: leaning }[texts.rule] || summed;
	return (scores, heard, row, rest) => rule(scores, heard, row, rest ? row : null);
}
