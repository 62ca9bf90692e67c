"""Whether points are separable, as a value: margin, separator, or the proof that there is none (T1, T6, T7)."""

from fractions import Fraction

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint
from perceptron_gui.frozen import Frozen


class Witness(Frozen):
    """Weights λ > 0, Σλ = 1, that prove the points not separable: Σ λ_i y_i x̂_i = 0 exactly (T1, T6)."""

    indices: tuple[int, ...]  # points. In multiclass one may appear with several rivals
    weights: tuple[Fraction, ...]  # λ
    # the point that the hulls of + and − share, in data units; None without bias and in multiclass
    point: tuple[Fraction, ...] | None
    rivals: tuple[int, ...] | None  # the rival class of each entry; None in the binary modes


class Verdict(Frozen, eq=False):
    """Whether the points are separable, with margin or proof (T1; multiclass: T6)."""

    # None: too close to tell; only for points that are no decimals of at most 6 places, and for kernels with too many
    # features; or given up
    separable: bool | None
    # γ̂, the double nearest its exact value; 0 when not separable, None when too close to tell, and in multiclass with
    # a single class. Where only floats know it (T7), a double that is not above it
    margin: float | None
    margin_squared: Fraction | None  # γ̂² exactly
    radius: float  # R̂ = max ‖x̂_i‖, the double nearest its exact value
    radius_squared: Fraction  # R̂² exactly
    # the point of the hull nearest the origin, γ̂·θ*, when separable; class after class in multiclass, those without
    # points left out. With a polynomial kernel its entries are those of `kernel_vectors`
    min_norm_point: MinNormPoint | None = None
    # θ* when separable, None with a curved kernel: shape (n_entries,); in multiclass (n_classes, n_entries), 0 for
    # classes without points
    separator: Floats | None = None
    witness: Witness | None = None  # when not separable
    # γ̂·θ* when separable, as far as θ has entries: with a curved kernel that is the bias. In multiclass row after row,
    # with zeros for classes without points
    nearest: tuple[Fraction, ...] | None = None
    holders: tuple[int, ...] = ()  # when separable in a binary mode: all points whose y·(θ*·x̂) is γ̂, decided exactly
    is_too_large: bool = False  # whether the values of its kernel are beyond what floats can tell of (T7)
    is_given_up: bool = False  # whether it would have taken more work than `bounds.analyze` spends

    @property
    def known_square(self) -> Fraction | None:
        """γ̂² where it is certified; None without a margin, and with a kernel of which only floats know it (T7)."""
        return self.margin_squared if self.min_norm_point is not None or not self.separable else None
