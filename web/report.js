// SPDX-License-Identifier: Apache-2.0
// What the report does in the browser: it lays out the facts, answers as the model does (nomogram.js), and
// decides anew where errors cost otherwise. Texts from the data become text nodes and nothing else.
'use strict';
(() => {
const facts = JSON.parse(document.getElementById('facts').textContent);
const { glance, good, features, loss } = facts;
const { el, said, apart, count, digits, signed, percent, put, div, soft, note, fold, on, total, scrolling, numberTable, card, labelled, options, hidden, byId, decided, drawNomogram } = tallyPage;
const classes = glance.classes.map((one) => one.label);
const K = classes.length;
const picture = (number) => number === undefined ? null : byId('picture-' + number);
// ---- at a glance
function showGlance() {
	const at = byId('glance');
	put(byId('heading'), 'Tally: ', said(glance.target));
	const score = good.score;
	at.append(el('p', {}, 'A model that tells ', el('strong', {}, said(glance.target)), ' from ', count(glance.features),
		glance.features === 1 ? ' feature' : ' features', ', counted in ', count(glance.rows), ' rows. ',
		el('span', { class: 'soft' }, 'Asked: ' + glance.question + '.')));
	at.append(div('cards',
		card('rows', count(glance.rows), glance.exact ? 'counted exactly' : 'rare terms were dropped'),
		card('classes', count(K), K < 5 ? classes.map(apart).join(', ') : ''),
		card('features', count(glance.features), glance.kinds.map((kind) => kind.features.length + ' ' + kind.family).join(', ')),
		score ? card('accuracy', digits(score.accuracy), 'largest class ' + digits(score.largest_class.accuracy)) : null,
		score ? card('log loss', digits(score.log_loss), 'prior alone ' + digits(good.log_loss_prior)) : null,
		card('file', glance.bytes ? count(Math.ceil(glance.bytes / 1024)) + ' kB' : '–', glance.file)));
	const shares = el('div', { class: 'shares', ...hidden });
	glance.classes.forEach((one, k) => {
		const part = el('span', { title: apart(one.label) + ': ' + count(one.rows) });
		part.style.flexGrow = one.rows;
		part.style.opacity = 1 - 0.75 * (k % 5) / 5;
		shares.append(part);
	});
	at.append(shares, numberTable('Classes', { head: ['class', 'rows', 'share'], rows: glance.classes.map((one) => [one.label, one.rows, one.share]) }));
	if (glance.rules.length) {
		at.append(el('h3', {}, 'The rules, on rows left out'), numberTable('Rules', { head: ['rule', 'accuracy', 'log loss', ''],
			rows: glance.rules.map((one) => [one.rule, one.accuracy, one.log_loss, one.rule === glance.rule ? 'answers' : ' ']) }));
	}
	at.append(fold('Model card', el('pre', { tabindex: 0 }, facts.card_text),
		el('pre', { tabindex: 0 }, JSON.stringify(facts.card, null, 2))));
	byId('footer').append(soft('Made by ' + glance.program + '.'));
}
// ---- features
function showFeatures() {
	const at = byId('features');
	const ranking = features.ranking;
	at.append(el('p', {}, 'Those first that tell most about the class (mutual information, in nats)',
		ranking.class_information === undefined ? '' : ' of the ' + digits(ranking.class_information) + ' that the class itself has',
		'. ', ranking.reason ? el('span', { class: 'soft' }, 'Gain is not known: ' + ranking.reason + '.')
			: 'Gain is what the log loss grows by without it, by the rule ' + ranking.rule + ' on ' + count(ranking.rows) +
				(ranking.rows_are === 'new' ? ' rows that are new.' : ' rows that are each left out of the counts.')));
	const rank = features.list.map((one) => [one.name, one.family, ...[one.information, one.gain, one.alone].map((x) => x?.toFixed(4).replace('-', '−')),
		one.most_alike, one.correlation?.toFixed(2)]);
	at.append(numberTable('Features by what they tell', { head: ['feature', 'family', 'information', 'gain', 'log loss alone', 'most alike', 'r'], rows: rank }));
	const undrawn = features.list.filter((one) => one.undrawn).length;
	if (undrawn) at.append(note('There is no picture of the ' + count(undrawn) + ' features that tell least: tally show --svg draws them. Their counts are here.'));
	const grid = div('features');
	features.list.forEach((one, place) => {
		const box = el('details', { class: 'card feature', open: place < 8 }, el('summary', {}, el('h3', {}, said(one.name))));
		const told = [one.family];
		if (one.information !== undefined) told.push('information ' + digits(one.information));
		if (one.gain !== undefined) told.push('gain ' + signed(one.gain));
		if (one.terms !== undefined) told.push(count(one.terms) + ' terms');
		if (one.values > one.drawn) told.push('the ' + one.drawn + ' of ' + count(one.values) + ' values that are most often seen');
		if (one.left_out) told.push('says nothing, and is left out');
		box.append(el('p', { class: 'facts' }, told.join(' · ')));
		if (one.suspect) box.append(el('p', { class: 'warn' }, 'Known only after the class, perhaps: alone it tells nearly everything.'));
		if (picture(one.picture)) box.append(picture(one.picture));
		for (const terms of one.top_terms || []) {
			box.append(el('h4', {}, 'Speaks for ', said(terms.class)));
			if (picture(terms.picture)) box.append(picture(terms.picture));
			if (terms.table.rows.length) box.append(countsOf('Rows with each term', apart(one.name) + ', ' + apart(terms.class), terms.table));
		}
		if (one.bars) box.append(countsOf('Rows behind the bars', apart(one.name), one.bars));
		if (one.table) box.append(countsOf(one.bars ? 'Parameters' : 'Counts', apart(one.name), one.table));
		grid.append(box);
	});
	at.append(grid);
}
const countsOf = (title, name, table) => el('details', {}, el('summary', {}, title),
	numberTable(title + ' of ' + name, table), table.more ? soft('… and ' + count(table.more) + ' more, less often seen') : null);
// ---- how good
const numbersOf = (text, Type) => new Type(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer);
function showGood() {
	const at = byId('good');
	if (good.reason) return at.append(note('Not known: ' + good.reason + '.'));
	const score = good.score;
	at.append(el('p', {}, 'The figures of ', el('code', {}, good.of === 'data' ? 'tally score' : 'tally cv --loo'), ', ' + good.what + '.'));
	at.append(div('cards',
		card('accuracy', digits(score.accuracy), 'always ' + apart(score.largest_class.class) + ': ' + digits(score.largest_class.accuracy)),
		card('log loss', digits(score.log_loss), 'prior alone: ' + digits(good.log_loss_prior)),
		card('AUC', digits(score.auc), K > 2 ? 'mean over the classes' : ''),
		card('calibration error', digits(score.ece), 'ECE over 15 bins'),
		card('Brier', digits(score.brier)), card('balanced accuracy', digits(score.balanced_accuracy), 'mean recall')));

	// The rows again, decided by other costs and another prior.
	const rows = good.rows;
	const p = numbersOf(rows.p, Float64Array);
	const truths = numbersOf(rows.truth, Int16Array);
	const weights = rows.weight ? numbersOf(rows.weight, Float64Array) : null;
	const placeOf = classes.map((label) => good.truths.indexOf(label));
	const state = { klass: K === 2 ? 1 : 0, ratio: 1, prior: null };
	const rowOf = (r) => K === 2 ? (p[r] < 0 ? null : [1 - p[r], p[r]]) : (p[r * K] < 0 ? null : Array.from(p.subarray(r * K, r * K + K)));
	function shifted(q) {
		if (state.prior === null) return q;
		const weighted = good.kept;
		const share = weighted ? 1 / weighted.rows : 0;
		const plain = weighted ? q.map((one, k) => Math.max(0, one * (1 + share) - weighted.shares[k] * share)) : q;
		const left = 1 - good.prior[state.klass];
		const target = classes.map((_, k) => k === state.klass ? state.prior : (1 - state.prior) * (left > 0 ? good.prior[k] / left : 1 / (K - 1)));
		const moved = plain.map((one, k) => good.prior[k] > 0 ? one * target[k] / good.prior[k] : 0);
		const all = total(moved);
		return moved.map((one, k) => (one / all + target[k] * share) / (1 + share));
	}
	function decideAll() {
		const D = loss.decisions.length;
		const costs = loss.costs.map((row) => row.map((cost, k) => k === state.klass ? cost * state.ratio : cost));
		const zeroOne = loss.zero_one && state.ratio === 1;
		const out = { confusion: good.truths.map(() => new Array(D).fill(0)), rows: 0, right: 0, realised: 0, expected: 0, impossible: 0 };
		for (let r = 0; r < truths.length; ++r) {
			const w = weights ? weights[r] : 1;
			const q = rowOf(r);
			out.rows += w;
			if (!q) { out.impossible += w; continue; }
			const { risks, best } = decided(shifted(q), costs, zeroOne);
			const truth = truths[r];
			const klass = placeOf.indexOf(truth);
			out.confusion[truth][best] += w;
			if (loss.decisions[best] === good.truths[truth]) out.right += w;
			out.expected += w * risks[best];
			out.realised += w * (klass < 0 ? Math.max(...costs[best]) : costs[best][klass]);
		}
		return out;
	}
	// As asked, of all rows, also where the page holds only some of them.
	const asAsked = () => state.ratio === 1 && state.prior === null;
	const distinct = new Set(good.truths).size === good.truths.length;
	function scored() {
		const n = score.rows;
		const confusion = good.truths.map((truth) => loss.decisions.map((decision) => score.confusion[truth]?.[decision] ?? 0));
		return { confusion, rows: n, right: score.accuracy * n, realised: score.realised_risk * n,
			expected: score.expected_risk * n, impossible: n - total(confusion.map(total)) };
	}
	const some = rows.every > 1 ? 'one of every ' + rows.every + ' rows' : '';
	const table = el('table', { class: 'confusion', id: 'confusion' });
	const figures = el('p', { id: 'figures', 'aria-live': 'polite' });
	function mark(name, x, y) {
		const circle = picture(good.pictures.find((one) => one.name === name)?.picture)?.querySelector('.mark');
		if (!circle) return;
		const visible = Number.isFinite(x) && Number.isFinite(y);
		circle.setAttribute('visibility', visible ? 'visible' : 'hidden');
		if (!visible) return;
		const { left, right, top, bottom } = circle.dataset;
		circle.setAttribute('cx', +left + (right - left) * x);
		circle.setAttribute('cy', bottom - (bottom - top) * y);
	}
	function show() {
		const now = asAsked() && distinct ? scored() : decideAll();
		put(table, el('caption', {}, 'truth (down) and decision (across)' + (some && !asAsked() ? ': ' + some : '')),
			el('thead', {}, el('tr', {}, el('td', {}, ''), loss.decisions.map((label) => el('th', { scope: 'col' }, said(label))))),
			el('tbody', {}, now.confusion.map((row, t) => {
				const all = total(row);
				return el('tr', {}, el('th', { scope: 'row' }, said(good.truths[t])), row.map((n) => {
					const cell = el('td', { 'data-n': n, title: all ? percent(n / all) + ' of the row' : '' }, count(n));
					cell.style.setProperty('--heat', all ? n / all : 0);
					return cell;
				}));
			})));
		const c = state.klass;
		const d = loss.decisions.indexOf(classes[c]);
		const own = now.confusion[placeOf[c]] || [];
		const told = total(now.confusion.map((row) => row[d] || 0));
		const recall = (own[d] || 0) / total(own);
		const precision = (own[d] || 0) / told;
		const alarms = (told - (own[d] || 0)) / (now.rows - now.impossible - total(own));
		figures.dataset.risk = now.realised / now.rows;
		put(figures, 'Accuracy ' + digits(now.right / now.rows) + ' · realised risk ' + digits(now.realised / now.rows) +
			' · expected risk ' + digits(now.expected / now.rows) + ' · of ', said(classes[c]), ': recall ' + digits(recall) + ', precision ' + digits(precision) +
			', false alarms ' + digits(alarms) + (loss.zero_one && K === 2 ? ' · told from p = ' + digits(1 / (1 + state.ratio)) + ' on' : ''));
		mark('roc', alarms, recall);
		mark('precision-recall', recall, precision);
	}
	if (K > 1) {
		const klass = el('select', { id: 'klass' }, options([], state.klass, classes));
		const cost = el('input', { type: 'range', min: -2, max: 2, step: 'any', value: 0, id: 'cost' });
		const ratio = el('input', { type: 'number', min: 0.001, max: 1000, step: 'any', value: 1, id: 'ratio', 'aria-label': 'cost ratio' });
		const prior = el('input', { type: 'range', min: 0.001, max: 0.999, step: 'any', id: 'prior' });
		const priorText = el('output', { for: 'prior' });
		const reset = () => {
			state.ratio = 1;
			state.prior = null;
			ratio.value = 1;
			cost.value = 0;
			prior.value = good.prior[state.klass];
			priorText.textContent = digits(good.prior[state.klass]) + ' (the model’s)';
			show();
		};
		on(klass, 'input', () => { state.klass = +klass.value; reset(); });
		on(cost, 'input', () => {
			state.ratio = Math.abs(cost.value) < 0.02 ? 1 : Number((10 ** cost.value).toPrecision(3));
			ratio.value = state.ratio;
			show();
		});
		on(ratio, 'input', () => {
			if (!(+ratio.value > 0)) return;
			state.ratio = +ratio.value;
			cost.value = Math.log10(state.ratio);
			show();
		});
		on(prior, 'input', () => {
			state.prior = +prior.value;
			priorText.textContent = digits(state.prior);
			show();
		});
		const priorBox = labelled('P(class) before anything is known', prior);
		priorBox.append(' ', priorText);
		const costBox = labelled('To miss the class costs … times as much', cost);
		costBox.append(' ', ratio);
		at.append(el('h3', {}, 'What is decided, and what if'), div('controls', labelled('Class', klass), costBox,
			good.prior_moves ? priorBox : null, el('button', { click: reset, id: 'reset' }, 'As asked')));
		if (some) at.append(note('As asked, the figures are those of all ' + count(rows.n) + ' rows; what a slider changes is worked out from ' + count(truths.length) + ', ' + some + '.'));
		reset();
	} else show();
	at.append(scrolling('Confusion', table), figures);
	const curves = div('curves');
	for (const one of good.pictures) curves.append(el('figure', { class: 'card' }, picture(one.picture), el('figcaption', {}, one.caption)));
	at.append(curves);
	at.append(fold('Calibration as a table', numberTable('Calibration', { head: ['posterior', 'rows', 'mean posterior', 'right'],
		rows: score.reliability.map((bin) => [digits(bin.from, 3) + ' to ' + digits(bin.to, 3), bin.rows, bin.confidence, bin.accuracy]) })));
	at.append(fold('Classes as a table', numberTable('Classes by figure', { head: ['class', 'rows', 'precision', 'recall', 'F1', 'AUC'],
		rows: Object.entries(score.classes).map(([label, one]) => [label, one.rows, one.precision, one.recall, one.f1, one.auc]) })));
	at.append(el('h3', {}, 'The surest errors'));
	if (!good.errors.length) {
		at.append(soft(good.of === 'sample' ? 'Rows of a sample are not shown.' : 'There is none.'));
		return;
	}
	if (good.of === 'left out') at.append(soft('The probability is that of the row left out, the derivation that of the whole model.'));
	for (const one of good.errors) {
		at.append(el('details', {}, el('summary', {}, 'Row ' + one.row + ': ', said(one.truth), ' taken for ', said(one.decision), ', p = ' + digits(one.p, 6)),
			el('pre', { tabindex: 0, dir: 'ltr' }, one.text)));
	}
}

// On paper everything is unfolded; what was folded is so again.
let unfolded = [];
addEventListener('beforeprint', () => {
	unfolded = [...document.querySelectorAll('details:not([open])')];
	for (const one of unfolded) one.open = true;
});
addEventListener('afterprint', () => { for (const one of unfolded) one.open = false; });

showGlance();
showGood();
drawNomogram(byId('nomogram'), { classes, nomogram: facts.nomogram, loss });
showFeatures();
})();
