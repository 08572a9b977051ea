// SPDX-License-Identifier: Apache-2.0
// What the pages of Tally have in common: small things, and the nomogram, which answers as the model does.
// Texts from the data become text nodes and nothing else.
'use strict';
const tallyPage = (() => {
// ---- small things
const byId = (id) => document.getElementById(id);
const hidden = { 'aria-hidden': 'true' };
const SVG = 'http://www.w3.org/2000/svg';
function fill(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {})) {
		if (name === 'click') on(node, name, value);
		else if (value === true) node.setAttribute(name, '');
		else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
	}
	node.append(...children.flat().filter((child) => child !== null && child !== undefined));
	return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
/** A label from the data: its direction of writing is its own. */
const said = (text) => el('bdi', {}, text === '' ? '(empty)' : String(text));
/** The same where only text is possible, as in a title. */
const apart = (text) => /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(text) ? '\u2068' + text + '\u2069' : text;
const count = (n) => n.toLocaleString('en-US', { maximumFractionDigits: 3 });
function digits(x, most = 4) {
	if (x === null || x === undefined) return '–';
	if (!Number.isFinite(x)) return x > 0 ? '∞' : '−∞';
	if (x === 0) return '0';
	const size = Math.abs(x);
	return (size < 1e-4 || size >= 1e7 ? x.toExponential(most - 1) : String(Number(x.toPrecision(most)))).replaceAll('-', '−');
}
const signed = (x, most = 3) => (x > 0 ? '+' : '') + digits(x, most);
const percent = (x) => digits(100 * x) + ' %';
const put = (node, ...children) => node.replaceChildren(...children);
const div = (kind, ...children) => el('div', { class: kind }, ...children);
const soft = (...children) => el('p', { class: 'soft' }, ...children);
const note = (text) => el('p', { class: 'note' }, text);
const fold = (title, ...children) => el('details', {}, el('summary', {}, title), ...children);
const on = (node, event, act) => node.addEventListener(event, act);
const total = (list) => list.reduce((sum, one) => sum + one, 0);
function scrolling(name, table) {
	return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, table);
}
function numberTable(name, table) {
	const text = (value, at) => typeof value === 'number' && at ? digits(value, 6) : said(value ?? '–');
	return scrolling(name, el('table', {},
		el('thead', {}, el('tr', {}, table.head.map((one) => el('th', { scope: 'col' }, said(one === '' ? ' ' : one))))),
		el('tbody', {}, table.rows.map((row) => el('tr', {}, row.map((value, at) =>
			el(at === 0 ? 'th' : 'td', at === 0 ? { scope: 'row' } : {}, text(value, at))))))));
}
const card = (name, big, more) => div('card', el('span', { class: 'name' }, name),
	el('span', { class: 'big' }, big), more ? el('span', { class: 'more' }, more) : null);
function labelled(text, input, attributes) {
	input.id = input.id || 'input-' + (labelled.next = (labelled.next || 0) + 1);
	return el('div', attributes || {}, el('label', { for: input.id }, text), input);
}
const options = (before, chosen, labels) => [...before, ...labels.entries()].map(([value, text]) => el('option', { value, selected: value === chosen }, String(text)));
// ---- answering as the model does
const least = (x) => x === null ? -Infinity : x;
/** log Γ(a + x) − log Γ(a), by Stirling's series where x is no small whole number. */
function logRising(a, x) {
	let sum = 0;
	if (Number.isInteger(x) && x <= 400) {
		for (let i = 0; i < x; ++i) sum += Math.log(a + i);
		return sum;
	}
	let low = a, high = a + x;
	for (; low < 15; ++low) sum += Math.log(low);
	for (; high < 15; ++high) sum -= Math.log(high);
	const tail = (z) => 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7);
	return sum + (low - 0.5) * Math.log1p((high - low) / low) + (high - low) * (Math.log(high) - 1) + tail(high) - tail(low);
}
function logTotal(logs) {
	const most = Math.max(...logs);
	return most === -Infinity ? most : most + Math.log(total(logs.map((one) => Math.exp(one - most))));
}
function normalised(scores) {
	const most = Math.max(...scores);
	if (most === -Infinity) return null;
	const p = scores.map((one) => Math.exp(one - most));
	const all = total(p);
	return p.map((one) => one / all);
}
/** The decision of least risk, the first of equals. */
function decided(p, costs, zeroOne) {
	const risks = costs.map((row) => row.reduce((sum, cost, k) => sum + cost * p[k], 0));
	let best = 0;
	for (let d = 1; d < risks.length; ++d) if (zeroOne ? p[d] > p[best] : risks[d] < risks[best]) best = d;
	return { risks, best };
}
// ---- the nomogram
/** Draws it into `at`, by what the server and the report say of it (nomogram.h); `changed` hears the column and the value
 * that a person sets (null: none). What comes back loads a row: texts by the names of columns. */
function drawNomogram(at, { classes, nomogram: nomo, loss, changed }) {
	const K = classes.length;
	const each = (f) => classes.map((_, k) => f(k));
	const poisson = (rate, x, e) => rate * e === 0 ? (x === 0 ? 0 : -Infinity) : x * (Math.log(rate) + Math.log(e)) - rate * e;
	/** What a table says about its cells: log P of each class, less what is the same in every class. */
	const says = {
		values: (t, x) => x < 0 ? t.unseen : t.said[x],
		truth: (t, x) => t.said[x > t.above ? 1 : 0],
		bins: (t, x) => {
			let bin = 0;
			while (bin < t.cuts.length && t.cuts[bin] < x - t.origin) ++bin;
			return t.said[bin];
		},
		gaussian: (t, x) => each((k) => t.peak[k] - 0.5 * ((x - t.mean[k]) / t.deviation[k]) ** 2),
		student: (t, x) => each((k) => t.peak[k] - (t.degrees[k] + 1) / 2 * Math.log1p(((x - t.location[k]) / t.scale[k]) ** 2 / t.degrees[k])),
		poisson: (t, x, e) => each((k) => poisson(t.rate[k], x, e)),
		'negative-binomial': (t, x, e) => each((k) => t.a[k] === null ? poisson(t.rate[k], x, e)
			: e === 0 ? (x === 0 ? 0 : -Infinity)
			: logRising(t.a[k], x) - t.a[k] * Math.log1p(e / t.b[k]) - (x === 0 ? 0 : x * Math.log1p(t.b[k] / e))),
		group: (t, xs) => each((k) => xs.reduce((sum, x, i) => x ? sum + x * t.said[i][k] : sum, 0)),
		polya: (t, xs) => each((k) => xs.reduce((sum, x, i) => x ? sum + logRising(t.a[i][k], x) : sum, 0) -
			logRising(t.sum[k], xs.reduce((sum, x) => sum + (x || 0), 0))),
	};
	/** What is said about a row by one feature, weighed; null: nothing. */
	function saidBy(feature, cells) {
		const xs = feature.columns.map((column) => cells[column]);
		if (xs.every((x) => x === null)) return null;
		const e = feature.exposure === undefined ? 1 : cells[feature.exposure];
		if (e === null) return null;
		const kind = feature.table.kind;
		const log = says[kind](feature.table, kind === 'group' || kind === 'polya' ? xs : xs[0], e);
		if (!nomo.weighted) return log;
		const most = Math.max(...log);
		return log.map((one) => Number.isFinite(most) ? feature.weight * Math.max(one, most - 700) : 0);
	}
	function added(list, cells) {
		const sum = new Array(K).fill(0);
		for (const feature of list) {
			const log = saidBy(feature, cells);
			if (log) log.forEach((one, k) => { sum[k] += one; });
		}
		return sum;
	}
	const keptOffZero = (p, weighted) => weighted.rows > 0
		? p.map((one, k) => (one + weighted.shares[k] / weighted.rows) / (1 + 1 / weighted.rows)) : p;
	// The texts: which row is loaded, whether its other terms are heard, and the terms of the cells.
	const { texts } = nomo;
	const text = { row: null, rest: true, add: texts && tallyTexts(texts, K, { total, logRising, logTotal }) };
	const heard = (cells) => columns.flatMap((column, i) => cells[i] > 0 && column.term !== undefined ? [[column.term, cells[i]]] : []);
	/** The logarithms of what each class has, before they are made to add up to 1. */
	function scoresOf(cells, rest = text.rest) {
		let sum = added(nomo.features, cells);
		const { weighted, calibrator, start } = nomo;
		if (calibrator) {
			const most = Math.max(...sum);
			sum = sum.map((one, k) => start[k] + one === -Infinity ? -Infinity
				: calibrator.biases[k] + calibrator.slope * (Number.isFinite(most) ? Math.max(one, most - 50) : 0));
		}
		const scores = sum.map((one, k) => start[k] + one + (weighted ? weighted.biases[k] : 0));
		return texts ? text.add(scores, heard(cells), text.row, rest) : scores;
	}
	/** P(class | cells); null: impossible in every class. */
	function posterior(cells) {
		const p = normalised(scoresOf(cells));
		return p && nomo.weighted ? keptOffZero(p, nomo.weighted) : p;
	}
	/** What a line says as it is: of a term, what the answer has by it. */
	function saidAt(line, cells) {
		if (line.term === undefined) return added(line.features, cells);
		const without = cells.slice();
		without[line.columns[0]] = null;
		return between(scoresOf(cells), scoresOf(without));
	}
	const between = (a, b) => a.map((one, k) => one === b[k] ? 0 : one - b[k]);
	function prepareTables() {
		nomo.start = nomo.start.map(least);
		for (const { table } of nomo.features) {
			if (table.said) table.said = table.said.map((row) => row.map(least));
			if (table.unseen) table.unseen = table.unseen.map(least);
		}
	}
	const lineOf = (i) => ({ columns: [i], features: [], term: columns[i].term });
	/** A line for each column, or group of them, that says something. */
	function linesOf() {
		const lines = new Map();
		for (const feature of nomo.features) {
			const key = feature.columns.join();
			if (!lines.has(key)) lines.set(key, { columns: feature.columns, features: [], exposure: feature.exposure });
			lines.get(key).features.push(feature);
		}
		columns.forEach((column, i) => { if (column.term !== undefined) lines.set('term ' + i, lineOf(i)); });
		return [...lines.values()];
	}
	const steps = ({ low, high, whole }) => [...new Set(Array.from({ length: 121 }, (_, i) => low + (high - low) * i / 120)
		.map((x) => whole ? Math.round(x) : x))];
	if (nomo.reason) return at.append(note('There is none: ' + nomo.reason + '.'));
	const columns = nomo.columns;
	// The terms of a row are behind these.
	const ownFrom = columns.length
	prepareTables();
	at.append(el('p', {}, 'Each line is what a column adds to the log-odds (points, in nats), by the rule ' + nomo.rule +
		({ learned: ', of terms the learned rule', mean: ', of terms their mean' }[texts?.rule] || '') + '. Move a handle' + (nomo.rows.length ? ', or load a row' : '') + ': the answer is exactly what ',
		...(nomo.note ? ['that rule says.'] : [el('code', {}, 'tally predict'), ' says.'])));
	if (nomo.note) at.append(note(nomo.note));
	if (texts) at.append(soft('The line of a term says what the answer has by it. A row’s weaker terms are one line.'));
	const lines = linesOf();
	const cells = columns.map(() => null);
	const state = { for: K === 2 ? 1 : 0, against: K === 2 ? 0 : -1 };
	const prior = normalised(nomo.start.map((one, k) => one + (nomo.weighted ? nomo.weighted.biases[k] : 0)));

	// For a class against another one, or against all others by their prior shares.
	const points = (log) => {
		const { for: c, against: d } = state;
		if (d >= 0) return log[c] === log[d] ? 0 : log[c] - log[d];
		const others = log.map((one, k) => k === c ? -Infinity : one + Math.log(prior[k]));
		if (K === 1) return 0;
		const rest = logTotal(others) - Math.log(1 - prior[c]);
		return log[c] === rest ? 0 : log[c] - rest;
	};
	const candidatesOf = (line) => {
		if (line.columns.length > 1) return [];
		const column = columns[line.columns[0]];
		return column.kind === 'values' ? column.values.map((_, i) => i) : steps(column);
	};
	const pointsAt = (line, x) => {
		const with_ = cells.slice();
		with_[line.columns[0]] = x;
		if (line.exposure !== undefined && with_[line.exposure] === null) with_[line.exposure] = 1;
		return points(saidAt(line, with_));
	};

	const outcome = el('div', { class: 'card outcome', 'aria-live': 'polite' });
	const bars = el('div', { class: 'bars', role: 'group', tabindex: 0, 'aria-label': 'Posterior' });
	const verdict = el('p', { id: 'verdict' });
	outcome.append(verdict, bars);
	const shownBars = classes.map((label, k) => {
		const inner = el('i');
		const p = el('span', { id: 'posterior-' + k });
		bars.append(said(label), el('div', { class: 'bar', ...hidden }, inner), p);
		return { inner, p };
	});
	const axis = svg('svg', { class: 'axis', ...hidden });
	const box = el('div', { id: 'lines' });
	let scale = { low: -1, high: 1 };
	const across = (x) => 2 + 96 * (Math.min(Math.max(x, scale.low), scale.high) - scale.low) / (scale.high - scale.low) + '%';

	function answer() {
		const p = posterior(cells);
		shownBars.forEach(({ inner, p: text }, k) => {
			inner.style.width = p ? 100 * p[k] + '%' : '0';
			text.textContent = p ? digits(p[k], 6) : '–';
			text.dataset.p = p ? p[k] : '';
		});
		if (!p) return put(verdict, 'Impossible in every class.');
		const { risks, best } = decided(p, loss.costs, loss.zero_one);
		verdict.dataset.decision = loss.decisions[best];
		verdict.dataset.risk = risks[best];
		put(verdict, 'Decision: ', el('strong', {}, said(loss.decisions[best])), ' · risk ' + digits(risks[best]) +
			' · log-odds of ', said(classes[state.for]), ' ' + signed(Math.log(p[state.for]) - Math.log(state.against < 0 ? 1 - p[state.for] : p[state.against])));
	}
	function moved(line) {
		const x = line.columns.length > 1 ? undefined : cells[line.columns[0]];
		const now = points(saidAt(line, cells));
		const missing = line.columns.every((column) => line.term === undefined ? cells[column] === null : !cells[column]);
		line.points.textContent = !missing ? signed(now) : line.term === undefined ? 'missing' : 'absent';
		line.handle.setAttribute('cx', across(now));
		line.handle.setAttribute('visibility', missing ? 'hidden' : 'visible');
		if (line.show) line.show(x);
	}
	// Terms are heard together: one that changes may change what others say.
	function refresh(which) {
		for (const line of lines) if (which(line) || line.term !== undefined) moved(line);
		const more = text.row?.more;
		if (others) others.hidden = !more;
		if (more) {
			put(others.label, count(more) + (more === 1 ? ' other term' : ' other terms') + ' of the row');
			put(others.points, signed(points(between(scoresOf(cells, true), scoresOf(cells, false)))));
			others.input.checked = text.rest;
		}
		answer();
	}
	function place() {
		let low = 0, high = 0;
		for (const line of lines) {
			line.candidates = candidatesOf(line).map((x) => [x, pointsAt(line, x)]);
			const finite = line.candidates.map((one) => one[1]).filter(Number.isFinite);
			line.low = Math.min(0, ...finite);
			line.high = Math.max(0, ...finite);
			low = Math.min(low, line.low);
			high = Math.max(high, line.high);
		}
		scale = { low: Math.max(low, -10) - 0.1, high: Math.min(high, 10) + 0.1 };
		put(axis);
		const step = [0.1, 0.2, 0.5, 1, 2, 5].find((one) => (scale.high - scale.low) / one <= 11) || 10;
		for (let x = Math.ceil(scale.low / step) * step; x <= scale.high; x += step) {
			axis.append(svg('text', { x: across(x), y: 16, 'text-anchor': 'middle' }, digits(Number(x.toFixed(6)), 2)));
		}
		for (const line of lines) draw(line);
		refresh(() => true);
	}
	function draw(line) {
		put(line.track, svg('line', { class: 'track', x1: across(line.low), x2: across(line.high), y1: 15, y2: 15 }),
			svg('line', { class: 'zero', x1: across(0), x2: across(0), y1: 3, y2: 27 }));
		const column = columns[line.columns[0]];
		if (line.columns.length === 1 && column.kind === 'values' && column.values.length <= 60) {
			for (const [x, at] of line.candidates) {
				line.track.append(svg('circle', { class: 'dot', cx: across(at), cy: 15, r: 3 },
					svg('title', {}, apart(column.values[x]) + ': ' + signed(at))));
			}
		}
		line.track.append(line.handle);
	}
	// The value whose points are nearest to the pointer, and of numbers not far off.
	function drag(line, event) {
		const area = line.track.getBoundingClientRect();
		const wanted = scale.low + ((event.clientX - area.left) / area.width - 0.02) / 0.96 * (scale.high - scale.low);
		const number = columns[line.columns[0]].kind === 'number';
		const now = cells[line.columns[0]];
		const reach = number ? columns[line.columns[0]].high - columns[line.columns[0]].low : 0;
		let best = null;
		for (const [x, at] of line.candidates) {
			const away = Math.abs(at - wanted) + (reach > 0 && now !== null ? 0.2 * Math.abs(x - now) / reach : 0);
			if (best === null || away < best[1]) best = [x, away];
		}
		if (best) set(line, line.columns[0], best[0]);
	}
	function set(line, column, x) {
		cells[column] = x;
		refresh((one) => one === line || one.exposure === column);
		if (changed) changed(columns[column].name, x === null ? null : columns[column].kind === 'values' ? columns[column].values[x] ?? null : x);
	}
	function numberInputs(line, place_) {
		const column = columns[place_];
		const exact = el('input', { type: 'number', step: 'any', 'aria-label': column.name, 'data-column': column.name });
		const range = el('input', { type: 'range', min: column.low, max: column.high, step: column.whole ? 1 : 'any', 'aria-label': apart(column.name) + ', handle', 'data-handle': column.name });
		on(exact, 'input', () => set(line, place_, exact.value === '' ? null : +exact.value));
		on(range, 'input', () => set(line, place_, +range.value));
		const show = (x) => {
			if (x !== null && x !== undefined) {
				if (x < column.low) range.min = column.low = x;
				if (x > column.high) range.max = column.high = x;
				range.value = x;
			} else range.value = column.low;
			if (document.activeElement !== exact) exact.value = x ?? '';
		};
		return { nodes: [range, exact], show };
	}
	function valueInput(line, place_) {
		const column = columns[place_];
		const choice = el('select', { 'aria-label': column.name, 'data-column': column.name }, el('option', { value: '' }, '(missing)'),
			column.values.map((value, i) => el('option', { value: i }, value === '' ? '(empty)' : value)), el('option', { value: -1 }, '(another value)'));
		on(choice, 'input', () => set(line, place_, choice.value === '' ? null : +choice.value));
		return { nodes: [choice], show: (x) => { choice.value = x ?? ''; } };
	}
	// The line of the other terms.
	let others = null;
	if (texts) {
		const input = el('input', { type: 'checkbox', id: 'other-terms', checked: true });
		others = div('line', el('span', { class: 'label' }), div('inputs', labelled('heard', input)), div('track-box'), el('span', { class: 'points' }));
		Object.assign(others, { label: others.firstChild, points: others.lastChild, input });
		on(input, 'input', () => { text.rest = input.checked; place(); });
	}
	function build(line) {
		line.handle = svg('circle', { class: 'handle', r: 7, cy: 15 });
		line.track = svg('svg', hidden);
		line.points = el('span', { class: 'points' });
		const names = line.columns.map((column) => columns[column].name);
		const inputs = div('inputs');
		const shows = [];
		const into = line.columns.length > 1 ? div('terms') : inputs;
		for (const column of line.exposure === undefined ? line.columns : [...line.columns, line.exposure]) {
			const made = columns[column].kind === 'values' ? valueInput(line, column) : numberInputs(line, column);
			if (into !== inputs) made.nodes[0].remove();
			into.append(...(into === inputs ? made.nodes : [labelled(said(columns[column].name), made.nodes[1])]));
			shows.push(() => made.show(cells[column]));
		}
		if (into !== inputs) inputs.append(fold(names.length + ' counts', into));
		line.show = () => shows.forEach((show) => show());
		for (const event of ['pointerdown', 'pointermove']) {
			on(line.track, event, (one) => {
				if (one.buttons & 1) {
					line.track.setPointerCapture(one.pointerId);
					drag(line, one);
				}
			});
		}
		line.box = div('line', el('span', { class: 'label' }, names.length > 1 ? [names.length + ' columns: ', names.slice(0, 3).flatMap((name) => [said(name), ', ']), '…'] : said(names[0])),
			inputs, div('track-box', line.track), line.points);
	}
	lines.forEach(build);

	/** `row`: of the texts, or null. */
	function load(cells_, row = null) {
		columns.slice(0, ownFrom).forEach((_, i) => { cells[i] = cells_[i] ?? null; });
		if (!texts) return refresh(() => true);
		columns.length = cells.length = ownFrom;
		for (let i = lines.length - 1; i >= 0; --i) if (lines[i].columns[0] >= ownFrom) lines.splice(i, 1);
		text.row = row;
		text.rest = true;
		for (let at = 0; row && at < row.own.length; at += 2) {
			const [term, times] = row.own.slice(at, at + 2);
			let i = columns.findIndex((column) => column.term === term);
			if (i < 0) {
				i = columns.length;
				const [zone, name] = texts.terms[term];
				columns.push({ name: texts.zones[zone].name + ': ' + name, kind: 'number', low: 0, high: times, whole: true, term });
				lines.push(lineOf(i));
				build(lines.at(-1));
			}
			cells[i] = times;
		}
		put(ownBox, ...lines.filter((line) => line.columns[0] >= ownFrom).map((line) => line.box), others);
		place();
	}
	const ownBox = el('div', { id: 'own-terms' });
	const rowText = el('span', { class: 'soft', id: 'row-truth' });
	const controls = div('controls');
	if (nomo.rows.length) {
		const row = el('input', { type: 'number', min: 0, max: nomo.rows.length - 1, value: 0, id: 'row' });
		const choose = () => {
			const r = +row.value;
			if (!Number.isInteger(r) || !nomo.rows[r]) return;
			load(nomo.rows[r], texts?.rows[r]);
			put(rowText, 'row ' + nomo.numbers[r] + ' of the data, which is ', said(nomo.truths[r]));
		};
		on(row, 'input', choose);
		controls.append(labelled('Load row (0 to ' + (nomo.rows.length - 1) + ')', row));
		nomo.choose = choose;
	}
	if (K > 1) {
		const forClass = el('select', { id: 'for-class' }, options([], state.for, classes));
		const against = el('select', { id: 'against' }, options([[-1, 'all others']], state.against, classes));
		const again = () => {
			state.for = +forClass.value;
			state.against = +against.value;
			if (state.for === state.against) state.against = +(against.value = K === 2 ? 1 - state.for : -1);
			place();
		};
		for (const one of [forClass, against]) on(one, 'input', again);
		controls.append(labelled('Points for', forClass), labelled('against', against));
	}
	controls.append(el('button', { id: 'clear', click: () => { load([]); put(rowText, 'nothing is given'); if (changed) changed(null, null); } }, 'Forget all'), rowText);
	const head = div('line', el('strong', {}, 'column'), el('strong', {}, 'value'), div('track-box', axis), el('strong', { class: 'points' }, 'points'));
	at.append(controls, outcome, head, ownBox, box);
	place();
	lines.sort((a, b) => (b.high - b.low) - (a.high - a.low));
	const most = 40;
	const boxes = lines.map((line) => line.box);
	box.append(...boxes.splice(0, most));
	if (boxes.length) box.append(el('button', { click: (event) => event.target.replaceWith(...boxes) }, 'Show ' + boxes.length + ' more'));
	if (state.against < 0 && K > 2) at.append(soft('Against all others, points weigh these by their prior; the posterior is exact.'));
	const nothing = 'nothing is given' + (texts ? '' : ': what is answered is the prior');
	if (nomo.choose) nomo.choose();
	else put(rowText, nothing);
	const cellOf = (column, text) => {
		if (text === undefined || text === null || text === '') return null;
		if (column.kind === 'values') return column.values.indexOf(String(text));
		return text === 'true' ? 1 : text === 'false' ? 0 : Number.isFinite(+text) ? +text : null;
	};
	return {
		load: (row) => {
			load(columns.slice(0, ownFrom).map((column) => cellOf(column, row[column.name])));
			put(rowText, Object.keys(row).length ? '' : nothing);
		},
	};
}
return { el, svg, said, apart, count, digits, signed, percent, put, div, soft, note, fold, on, total, scrolling, numberTable, card, labelled, options, hidden, byId, decided, drawNomogram };
})();
