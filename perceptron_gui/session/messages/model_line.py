"""The model in one line, below the plane: its numbers, its boundary, the loss, and how many points are wrong."""

from collections.abc import Iterator
from functools import singledispatch

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.scores import Number, weights
from perceptron_gui.session.explanation.step import of_class, parameters_line
from perceptron_gui.session.explanation.terms import EVERY_TERM, MOST_TERMS, first_terms, written_vector
from perceptron_gui.session.explanation.visit_numbers import bias_value, input_symbol
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.latex import aligned
from perceptron_gui.session.formula.line import EXACT, Formula, Part, line, listed, negative, total, vector
from perceptron_gui.session.messages.run_end import errors_text
from perceptron_gui.session.wording import Written, counted, written

MOST_HEARD = 4
"""Classes whose rows are read aloud without being asked for: an update moves two."""
FULL_DIGITS = 17
"""As many as a double has."""


class ModelLine(Frozen):
    """What the line says, from left to right."""

    parameters: tuple[Formula, ...]  # w and b, or α, or rows of W, or f as a sum
    boundary: Formula | None  # f = 0 as an equation; None where it is no line, or there is none
    loss: Formula | None  # None while it would answer a question
    errors: str  # how many points are wrong
    # indices of parameters, the one that is left out last first; empty where none can be left out
    ranks: tuple[int, ...] = ()
    more: str = ""  # how many classes were left out

    def shortened(self, most_classes: int) -> "ModelLine":
        """Return the line with fewer classes, those of the last update among them, and how many more there are."""
        n_out = len(self.ranks) - most_classes
        if n_out <= 0:
            return self
        # L10n: after the weights of some classes: how many are not shown
        more = counted("{count} more class", "{count} more classes", n_out)
        return replace(self, parameters=tuple(self.parameters[i] for i in sorted(self.ranks[:most_classes])), more=more)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """All that is mathematics."""
        return tuple(each for each in (*self.parameters, self.boundary, self.loss) if each is not None)

    @property
    def text(self) -> str:
        """The line as plain text."""
        return "   ·   ".join(filter(None, [*map(str, self.formulas), self.more, self.errors]))

    @property
    def latex(self) -> str:
        """The formulas in an align* environment (package amsmath)."""
        return aligned(self.formulas)


def model_line(snapshot: Snapshot, is_full: bool = False) -> ModelLine:
    """Return the model at the cursor, also before the first visit.

    `is_full`: whether all terms and all digits are told.
    """
    told = _Told(snapshot, is_full)
    has_line = "line" in snapshot.model.parts and not snapshot.model.has_class_rows
    boundary = told.boundary() if has_line else None
    loss = None if snapshot.loss is None else line(nodes.LOSS, EXACT, told.written(snapshot.loss))
    ranks = told.ranks() if snapshot.model.has_class_rows else ()
    return ModelLine(tuple(_parameters(snapshot.model, told)), boundary, loss, errors_text(snapshot), ranks)


class _Told(Frozen):
    """The numbers of a snapshot, short or in full."""

    snapshot: Snapshot
    is_full: bool

    @property
    def most(self) -> int:
        return EVERY_TERM if self.is_full else MOST_TERMS

    def written(self, number: Number) -> Written:
        return written(number, FULL_DIGITS) if self.is_full else written(number)

    def bias(self, row: int) -> Number:
        snapshot = self.snapshot
        return bias_value(float(snapshot.theta[row][-1]), snapshot.weight_unit, snapshot.settings)

    def parameters(self, row: int, name: Part = "") -> Formula:
        """Return w and b of a row of θ."""
        bias = self.written(self.bias(row)) if self.snapshot.settings.bias else None
        values = weights(self.snapshot)[row]
        if self.is_full:
            numbers = [self.written(value) for value in values[: self.most]]
            shown = vector(numbers, len(values) > self.most)
        else:
            shown = written_vector(values)
        in_one = line(nodes.THETA, name)
        return parameters_line(line(nodes.W, name), shown, line(nodes.B, name), bias, in_one=in_one)

    def boundary(self) -> Formula | None:
        """Return f = 0 as an equation of the coordinates."""
        values = weights(self.snapshot)[0]
        symbols = [nodes.Symbol("x", lower=str(j + 1)) for j in range(len(values))]
        terms = [_term(self.written(w), x) for w, x in zip(values, symbols, strict=True) if w]
        if not terms or len(terms) > MOST_TERMS:
            return None
        if self.snapshot.settings.bias and (b := self.bias(0)):
            terms.append(self.written(b))
        return line(total(terms), EXACT, "0")

    def kernels(self, row: int) -> Formula:
        """Return η Σ ± α·K(x_i, x) + b of a row, the first terms where they are many."""
        snapshot, expansion = self.snapshot, self.snapshot.expansion
        assert expansion is not None
        counts, eta = expansion.counts[row], decimal_fraction(snapshot.settings.eta)
        used, count = first_terms(counts, self.most)
        kernels = [(int(counts[k]), self.kernel(int(expansion.indices[k]))) for k in used]
        terms: list[Part] = [_term(self.written(eta * times), kernel) for times, kernel in kernels]
        shown = total(terms, self.most, count)
        bias = self.written(self.bias(row)) if snapshot.settings.bias and self.bias(row) else None
        return line(total([shown, bias])) if bias is not None and terms else line(bias if bias is not None else shown)

    def kernel(self, point: int) -> Formula:
        settings = self.snapshot.settings
        return line(nodes.K, "(", input_symbol(settings, point + 1), ", ", input_symbol(settings), ")")

    def alpha(self) -> Iterator[Formula]:
        """Yield the α that are not 0, the first of them."""
        if self.snapshot.alpha is not None:
            used, count = first_terms(self.snapshot.alpha, self.most)
            shown: list[Part] = [
                line(nodes.of(nodes.ALPHA, i + 1), EXACT, nodes.Count(str(int(self.snapshot.alpha[i])))) for i in used
            ]
            if shown:
                yield line(listed(shown), ", …" if count > len(used) else "")
            else:
                yield line(nodes.ALPHA, EXACT, "0")

    def ranks(self) -> tuple[int, ...]:
        """Return the places of the classes: those of the last update, then the others."""
        last, present = self.snapshot.last, self.snapshot.trained.present
        moved = () if last is None else (last.target, last.rival)
        return tuple(sorted(range(len(present)), key=lambda i: (present[i] not in moved, i)))


@singledispatch
def _parameters(model: Model, told: _Told) -> Iterator[Formula]:
    """Yield w and b, after α where the model has it; under a curved kernel f as a sum (P1, D2)."""
    if model.expansion is not None:
        yield line(nodes.F, "(", nodes.X, ")", EXACT, told.kernels(0))
        return
    if "alpha" in model.parts:
        yield from told.alpha()
    yield told.parameters(0)


@_parameters.register(MulticlassModel)
def _rows(model: Model, told: _Told) -> Iterator[Formula]:
    """Yield rows of W with their biases, under a curved kernel scores as sums (M1, M5)."""
    for k in told.snapshot.trained.present:
        name = of_class(told.snapshot.dataset.classes[k])
        yield told.parameters(k, name) if model.expansion is None else line(nodes.S, name, EXACT, told.kernels(k))


def _term(number: Written, of_what: nodes.Node) -> Part:
    """Return a number times something, where a factor of 1 is not written."""
    if number.is_exact and number.text == "1":
        return line(of_what)
    if number.is_exact and number.text == "−1":
        return negative(line(of_what))
    return line(number, " ", of_what)
