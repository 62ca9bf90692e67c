/* The loop over visits, and how points are held, compiled (optional): what Python and numpy do, bit for bit.

   structures.py describes `Job` to ctypes in the same order; whatever changes here, the digest of this file tells an
   older library from a newer one. Sums go feature by feature from the left and begin with 0.0 (E4), so that this
   file must be compiled without fused multiply-adds (-ffp-contract=off) and without -ffast-math. */

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "doubles are summed in another precision here: the bits would differ from numpy's"
#endif

#ifndef SOURCE
#define SOURCE "unknown"
#endif
#ifdef _WIN32
#define SHARED __declspec(dllexport)
#else
#define SHARED __attribute__((visibility("default")))
#endif
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default"))) /* chosen as the library is loaded; the same bits */
#else
#define WIDE
#endif
#ifdef __GNUC__
#define WITHIN static inline __attribute__((always_inline)) /* as wide as whoever calls it */
#else
#define WITHIN static inline
#endif

enum { PLANE = 3, MAX_PLACES = 6 }; /* entries of θ = (w1, w2, b); places of a decimal (E2) */
enum { BLOCK = 64 };                /* points whose errors are counted together (random order) */
enum { MOST_BITS = 11 };            /* of a digit by which words are sorted (shuffled order) */

typedef struct {
    uint64_t word;
    int64_t point;
} Drawn;

typedef struct {
    /* The points, held (E2). */
    const double *rows;        /* y·x̂, in multiclass x̂: n_samples rows of n_entries */
    const int64_t *order;      /* the points in the order of the pass; NULL: as placed */
    int64_t n_samples, n_entries;
    double step, bound;        /* what an update multiplies a row by; the largest |θ_j| in range */
    int64_t n_rows;            /* kernel: rows of scores, 1 or one a class */
    double entry;              /* kernel: what b is multiplied by in a score */
    double threshold;          /* β: a margin of at most this causes an update (V4) */
    const int64_t *labels;     /* multiclass: the class of each point; kernel: −1 or +1 */
    const int64_t *present;    /* multiclass: the classes with points, ascending */
    int64_t n_present;
    const double *const *gram; /* kernel: rows of the Gram matrix, NULL where nobody has computed one */
    /* Shuffled order only. */
    uint64_t seed;
    int64_t epoch;             /* passes begun */
    int64_t *drawn_order;      /* room for the order of the next pass; NULL: this call ends with the pass */
    Drawn *drawn;              /* room for twice the points */
    /* Random order only. */
    const double *const *columns; /* the columns of `rows`, each contiguous */
    const uint64_t *words;     /* of the generator, from visit `visits` on */
    int64_t *counts;           /* errors in each block of points */
    double *scores;            /* multiclass: s of every point, one row of n_samples a class; kernel: θ */
    /* Where the run stands: read and written. */
    double *theta;             /* kernel: each row of scores without b, then the b of each */
    int64_t n_weights, visits, position, pass_updates;
    /* How far to go. */
    int64_t until, most_updates, most_passes;
    /* What happened. */
    int64_t n_updates, n_passes, lacks_row, n_errors;
    int64_t *update_visits, *update_points, *update_rivals, *update_is_near;
    double *pass_thetas;       /* θ at the end of each pass */
    int64_t *pass_visits, *pass_counts; /* visits completed there, and mistakes of this job */
} Job;

typedef int Visitor(Job *, int64_t stop);
typedef int Show(Job *, int64_t visit, int64_t point); /* make one visit; whether to look up */

SHARED const char *visits_source(void) { return SOURCE; }

/* Write an update down; whether there may be no other. With a margin above 0 it is a near miss, else a mistake. */
static int note(Job *job, int64_t visit, int64_t point, int64_t rival, double margin)
{
    int64_t i = job->n_updates++;
    job->update_visits[i] = visit;
    job->update_points[i] = point;
    job->update_rivals[i] = rival;
    job->update_is_near[i] = margin > 0.0;
    return job->n_updates >= job->most_updates;
}

static int is_outside(double value, double bound) { return value > bound || value < -bound; }

static double dot(const double *theta, const double *row, int64_t size)
{
    double sum = 0.0;
    for (int64_t j = 0; j < size; j++)
        sum += theta[j] * row[j];
    return sum;
}

/* Add step·row to θ; whether an entry left the range. */
static int add(double *theta, double step, const double *row, int64_t size, double bound)
{
    int left = 0;
    for (int64_t j = 0; j < size; j++) {
        theta[j] += step * row[j];
        left |= is_outside(theta[j], bound);
    }
    return left;
}

/* Each visitor goes on to the place `stop` of the pass; whether an update reached the limit or left the range. */

/* The plane has a loop of its own, with θ in registers. */
static int visit_plane(Job *job, int64_t stop)
{
    const double *rows = job->rows;
    const int64_t *order = job->order;
    const double step = job->step, bound = job->bound, threshold = job->threshold;
    double u = job->theta[0], v = job->theta[1], c = job->theta[2];
    int64_t i = job->position, first = job->visits - job->position;
    int is_held = 0;
    while (i < stop && !is_held) {
        int64_t point = order ? order[i] : i;
        const double *row = rows + PLANE * point;
        double margin = u * row[0] + v * row[1] + c * row[2];
        if (margin <= threshold) {
            u += step * row[0];
            v += step * row[1];
            c += step * row[2];
            is_held = note(job, first + i, point, -1, margin);
            is_held |= is_outside(u, bound) | is_outside(v, bound) | is_outside(c, bound);
        }
        i++;
    }
    job->theta[0] = u;
    job->theta[1] = v;
    job->theta[2] = c;
    job->position = i;
    return is_held;
}

/* So has multiclass: by `walk` it would take 4 % longer. */
static int visit_multiclass(Job *job, int64_t stop)
{
    const int64_t size = job->n_entries;
    int64_t i = job->position, first = job->visits - job->position;
    int is_held = 0;
    while (i < stop && !is_held) {
        int64_t point = job->order ? job->order[i] : i, label = job->labels[point], rival = -1;
        const double *row = job->rows + size * point;
        double truth = 0.0, best = 0.0;
        for (int64_t m = 0; m < job->n_present; m++) {
            int64_t k = job->present[m];
            double score = dot(job->theta + size * k, row, size);
            if (k == label) {
                truth = score;
            } else if (rival < 0 || score > best) {
                best = score;
                rival = k;
            }
        }
        if (rival >= 0 && truth - best <= job->threshold) {
            is_held = note(job, first + i, point, rival, truth - best);
            is_held |= add(job->theta + size * label, job->step, row, size, job->bound);
            is_held |= add(job->theta + size * rival, -job->step, row, size, job->bound);
        }
        i++;
    }
    job->position = i;
    return is_held;
}

/* Make the visits up to the place `stop` of the pass, each by `show`: inlined, so that each mode has a loop of its own.
   A visit that lacks a row of the Gram matrix is not made. */
static inline int walk(Job *job, int64_t stop, Show *show)
{
    int64_t i = job->position, first = job->visits - job->position;
    int is_held = 0;
    while (i < stop && !is_held) {
        is_held = show(job, first + i, job->order ? job->order[i] : i);
        i++;
    }
    job->position = job->lacks_row < 0 ? i : i - 1;
    return is_held;
}

static inline int show_primal(Job *job, int64_t visit, int64_t point)
{
    const int64_t size = job->n_entries;
    const double *row = job->rows + size * point;
    const double margin = dot(job->theta, row, size);
    if (!(margin <= job->threshold)) /* NaN is no mistake */
        return 0;
    return note(job, visit, point, -1, margin) | add(job->theta, job->step, row, size, job->bound);
}

/* What a kernel's scores lack of a row: its b, times the bias entry; nothing without one, or without a kernel. */
static double bias_of(const Job *job, int64_t row)
{
    const int64_t first = job->n_samples * job->n_rows;
    return job->gram && job->n_weights > first ? job->theta[first + row] * job->entry : 0.0;
}

/* Add a point to a row of scores, or take it away (D1, M5): its row of the Gram matrix, and the step to b. */
WIDE static void add_gram(Job *job, int64_t row, double sign, const double *gram)
{
    const int64_t n = job->n_samples, biases = n * job->n_rows;
    const double step = job->step;
    double *restrict scores = job->theta + n * row;
    for (int64_t j = 0; j < n; j++)
        scores[j] += sign * (step * gram[j]);
    if (job->n_weights > biases)
        job->theta[biases + row] += step * sign;
}

/* y·f of a point, from its stored score. */
static double kernel_margin(const Job *job, int64_t point)
{
    return (job->theta[point] + bias_of(job, 0)) * (double)job->labels[point];
}

/* s_y − s_r of a point, from stored scores, and its rival: −1 where there is no other class. */
static double lead_of(const Job *job, int64_t point, int64_t *rival)
{
    const int64_t n = job->n_samples, label = job->labels[point];
    double truth = 0.0, best = 0.0;
    *rival = -1;
    for (int64_t m = 0; m < job->n_present; m++) {
        int64_t k = job->present[m];
        double score = job->scores[n * k + point] + bias_of(job, k);
        if (k == label) {
            truth = score;
        } else if (*rival < 0 || score > best) {
            best = score;
            *rival = k;
        }
    }
    return truth - best;
}

/* Learn from a point; one whose row of the Gram matrix is not there is named, and not learned from. */
static int learn_kernel(Job *job, int64_t visit, int64_t point, double margin)
{
    const double *row = job->gram[point];
    if (!row) {
        job->lacks_row = point;
        return 1;
    }
    add_gram(job, 0, (double)job->labels[point], row);
    return note(job, visit, point, -1, margin);
}

static int learn_kernel_class(Job *job, int64_t visit, int64_t point, int64_t rival, double lead)
{
    const double *row = job->gram[point];
    if (!row) {
        job->lacks_row = point;
        return 1;
    }
    add_gram(job, job->labels[point], 1.0, row);
    add_gram(job, rival, -1.0, row);
    return note(job, visit, point, rival, lead);
}

static inline int show_kernel(Job *job, int64_t visit, int64_t point)
{
    const double margin = kernel_margin(job, point);
    return margin <= job->threshold && learn_kernel(job, visit, point, margin);
}

static inline int show_kernel_class(Job *job, int64_t visit, int64_t point)
{
    int64_t rival;
    const double lead = lead_of(job, point, &rival);
    return rival >= 0 && lead <= job->threshold && learn_kernel_class(job, visit, point, rival, lead);
}

static int visit_primal(Job *job, int64_t stop) { return walk(job, stop, show_primal); }
static int visit_kernel(Job *job, int64_t stop) { return walk(job, stop, show_kernel); }
static int visit_kernel_classes(Job *job, int64_t stop) { return walk(job, stop, show_kernel_class); }

/* The shuffled order (P4): points in the order of the words that numpy's Philox draws for the pass. */

static uint64_t high_product(uint64_t one, uint64_t other)
{
#ifdef __SIZEOF_INT128__
    return (uint64_t)((unsigned __int128)one * other >> 64);
#else
    const uint64_t low = UINT32_MAX, a = one >> 32, b = one & low, c = other >> 32, d = other & low;
    const uint64_t middle = (b * d >> 32) + (a * d & low) + b * c;
    return a * c + (a * d >> 32) + (middle >> 32);
#endif
}

/* Four words of Philox 4×64 in ten rounds (Salmon et al. 2011). */
static void draw_words(uint64_t key, uint64_t block, uint64_t epoch, uint64_t x[4])
{
    const uint64_t first = 0xD2E7470EE14C6C93, second = 0xCA5A826395121157;
    uint64_t other_key = 0;
    x[0] = block + 1; /* numpy counts before it draws */
    x[1] = epoch;
    x[2] = x[3] = 0;
    for (int round = 0; round < 10; round++) {
        uint64_t a = x[0], c = x[2];
        x[0] = high_product(second, c) ^ x[1] ^ key;
        x[1] = second * c;
        x[2] = high_product(first, a) ^ x[3] ^ other_key;
        x[3] = first * a;
        key += 0x9E3779B97F4A7C15;
        other_key += 0xBB67AE8584CAA73B;
    }
}

/* Sort by one digit of the words; what has the same stays as it was. */
static void sort_by_digit(const Drawn *from, Drawn *to, int64_t count, int shift, int bits)
{
    int64_t begins[1 << MOST_BITS] = {0}, begin = 0;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    for (int64_t i = 0; i < count; i++)
        begins[from[i].word >> shift & mask]++;
    for (int64_t digit = 0; digit < (int64_t)1 << bits; digit++) {
        int64_t size = begins[digit];
        begins[digit] = begin;
        begin += size;
    }
    for (int64_t i = 0; i < count; i++)
        to[begins[from[i].word >> shift & mask]++] = from[i];
}

/* The order of a pass: sorted by as many of the first bits as tell most words apart, then by insertion. */
SHARED void shuffle(uint64_t seed, int64_t epoch, int64_t count, Drawn *drawn, int64_t *order)
{
    Drawn *other = drawn + count;
    int bits = 1, n_digits, size;
    uint64_t words[4];
    for (int64_t i = 0; i < count; i++) {
        if (i % 4 == 0)
            draw_words(seed, (uint64_t)i / 4, (uint64_t)epoch, words);
        drawn[i] = (Drawn){words[i % 4], i};
    }
    while (count >> bits)
        bits++;
    n_digits = (bits + MOST_BITS - 1) / MOST_BITS;
    size = (bits + n_digits - 1) / n_digits;
    for (int digit = n_digits; digit > 0; digit--) {
        Drawn *kept = drawn;
        sort_by_digit(drawn, other, count, 64 - digit * size, size);
        drawn = other;
        other = kept;
    }
    for (int64_t i = 0; i < count; i++) {
        Drawn one = drawn[i];
        int64_t j = i;
        for (; j > 0 && drawn[j - 1].word > one.word; j--)
            drawn[j] = drawn[j - 1];
        drawn[j] = one;
    }
    for (int64_t i = 0; i < count; i++)
        order[i] = drawn[i].point;
}

/* Go on from pass to pass, until the visits are made, an update holds it up, or a pass had no mistake. */
static void go(Job *job, Visitor *visit)
{
    job->n_updates = job->n_passes = 0;
    job->lacks_row = -1;
    while (job->visits < job->until) {
        int64_t left = job->until - job->visits, rest = job->n_samples - job->position;
        int64_t begin = job->position, before = job->n_updates;
        int is_held = visit(job, begin + (left < rest ? left : rest));
        job->visits += job->position - begin;
        job->pass_updates += job->n_updates - before;
        if (job->position < job->n_samples)
            return;
        memcpy(job->pass_thetas + job->n_passes * job->n_weights, job->theta, job->n_weights * sizeof(double));
        job->pass_visits[job->n_passes] = job->visits;
        job->pass_counts[job->n_passes] = job->n_updates;
        job->n_passes++;
        if (is_held || !job->pass_updates || job->n_passes >= job->most_passes || job->visits >= job->until)
            return;
        job->position = job->pass_updates = 0;
        job->epoch++;
        if (job->drawn_order) {
            shuffle(job->seed, job->epoch, job->n_samples, job->drawn, job->drawn_order);
            job->order = job->drawn_order;
        }
    }
}

SHARED void go_primal(Job *job) { go(job, job->n_entries == PLANE ? visit_plane : visit_primal); }

SHARED void go_multiclass(Job *job) { go(job, visit_multiclass); }
SHARED void go_kernel(Job *job) { go(job, visit_kernel); }

SHARED void go_kernel_multiclass(Job *job)
{
    job->scores = job->theta;
    go(job, visit_kernel_classes);
}

/* Random order (P4): one error after the other. Which points are errors is asked after every update, so that it is a
   matter of whole columns, block by block: the compiler makes several points of it at once. */

typedef void Judge(const Job *, int64_t from, int64_t count, double *wrong);
typedef int Learner(Job *, int64_t point);

/* θ·x̂ of some points, summed feature by feature; four in a row spare most of the writing of sums, and the plane has one
   loop for all. */
WIDE static void sums_of(const double *const *columns, int64_t size, const double *theta, int64_t from, int64_t count,
                         double *restrict sums)
{
    int64_t j = 0;
    if (size == PLANE) {
        const double u = theta[0], v = theta[1], c = theta[2];
        const double *x = columns[0] + from, *y = columns[1] + from, *z = columns[2] + from;
        for (int64_t i = 0; i < count; i++)
            sums[i] = 0.0 + u * x[i] + v * y[i] + c * z[i];
        return;
    }
    for (int64_t i = 0; i < count; i++)
        sums[i] = 0.0;
    for (; j + 4 <= size; j += 4) {
        const double *a = columns[j] + from, *b = columns[j + 1] + from;
        const double *c = columns[j + 2] + from, *d = columns[j + 3] + from;
        const double s = theta[j], t = theta[j + 1], u = theta[j + 2], v = theta[j + 3];
        for (int64_t i = 0; i < count; i++)
            sums[i] = sums[i] + s * a[i] + t * b[i] + u * c[i] + v * d[i];
    }
    for (; j < size; j++) {
        const double *column = columns[j] + from, weight = theta[j];
        for (int64_t i = 0; i < count; i++)
            sums[i] += weight * column[i];
    }
}

/* Which of some points cause an update, y·f ≤ β: 1.0 or 0.0, since compilers make doubles of doubles two at a time. */
WIDE static void judge(const Job *job, int64_t from, int64_t count, double *restrict wrong)
{
    const double threshold = job->threshold;
    if (job->n_entries == PLANE) { /* without writing the margins */
        const double u = job->theta[0], v = job->theta[1], c = job->theta[2];
        const double *x = job->columns[0] + from, *y = job->columns[1] + from, *z = job->columns[2] + from;
        for (int64_t i = 0; i < count; i++)
            wrong[i] = u * x[i] + v * y[i] + c * z[i] <= threshold ? 1.0 : 0.0;
        return;
    }
    double margins[BLOCK];
    sums_of(job->columns, job->n_entries, job->theta, from, count, margins);
    for (int64_t i = 0; i < count; i++)
        wrong[i] = margins[i] <= threshold ? 1.0 : 0.0;
}

/* The same in multiclass: a point causes an update where its class leads another by at most β, s_y − s_r ≤ β. */
WIDE static void judge_classes(const Job *job, int64_t from, int64_t count, double *restrict wrong)
{
    const double threshold = job->threshold;
    double truth[BLOCK];
    for (int64_t i = 0; i < count; i++) {
        int64_t label = job->labels[from + i];
        truth[i] = job->scores[job->n_samples * label + from + i] + bias_of(job, label);
        wrong[i] = 0.0;
    }
    for (int64_t m = 0; m < job->n_present; m++) {
        const double *scores = job->scores + job->n_samples * job->present[m] + from;
        const double bias = bias_of(job, job->present[m]);
        for (int64_t i = 0; i < count; i++)
            wrong[i] += truth[i] - (scores[i] + bias) <= threshold ? 1.0 : 0.0;
    }
    for (int64_t i = 0; i < count; i++)
        wrong[i] = wrong[i] > 1.0 ? 1.0 : 0.0; /* its own class does not lead itself */
}

static void judge_kernel(const Job *job, int64_t from, int64_t count, double *restrict wrong)
{
    for (int64_t i = 0; i < count; i++)
        wrong[i] = kernel_margin(job, from + i) <= job->threshold ? 1.0 : 0.0;
}

/* The sum of the numbers of a block, in two sums of four that compilers make side by side: whole numbers, of which it
   is the same in any order. */
WITHIN double sum_block(double *numbers, int64_t count)
{
    double sums[4] = {0.0, 0.0, 0.0, 0.0}, others[4] = {0.0, 0.0, 0.0, 0.0};
    for (; count < BLOCK; count++)
        numbers[count] = 0.0;
    for (int64_t i = 0; i < BLOCK; i += 8)
        for (int k = 0; k < 4; k++) {
            sums[k] += numbers[i + k];
            others[k] += numbers[i + k + 4];
        }
    for (int k = 0; k < 4; k++)
        sums[k] += others[k];
    return sums[0] + sums[1] + sums[2] + sums[3];
}

/* The errors among the points of a block. */
WIDE static int64_t count_block(double *wrong, int64_t count) { return (int64_t)sum_block(wrong, count); }

static int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }

static int64_t count_errors(Job *job, Judge *judge_block)
{
    double wrong[BLOCK];
    int64_t total = 0;
    for (int64_t from = 0, block = 0; from < job->n_samples; from += BLOCK, block++) {
        int64_t count = least(BLOCK, job->n_samples - from);
        judge_block(job, from, count, wrong);
        total += job->counts[block] = count_block(wrong, count);
    }
    return total;
}

/* The error that comes after `before` others in index order; the counts tell its block. */
static int64_t find_error(const Job *job, Judge *judge_block, int64_t before)
{
    double wrong[BLOCK];
    int64_t block = 0, i = 0;
    while (before >= job->counts[block])
        before -= job->counts[block++];
    judge_block(job, block * BLOCK, least(BLOCK, job->n_samples - block * BLOCK), wrong);
    while (wrong[i] == 0.0 || before--)
        i++;
    return block * BLOCK + i;
}

static int learn(Job *job, int64_t point)
{
    const double *row = job->rows + job->n_entries * point;
    int is_held = note(job, job->visits, point, -1, dot(job->theta, row, job->n_entries));
    return is_held | add(job->theta, job->step, row, job->n_entries, job->bound);
}

static void score_class(Job *job, int64_t k)
{
    const int64_t size = job->n_entries;
    sums_of(job->columns, size, job->theta + size * k, 0, job->n_samples, job->scores + job->n_samples * k);
}

static int learn_class(Job *job, int64_t point)
{
    const int64_t size = job->n_entries, label = job->labels[point];
    const double *row = job->rows + size * point;
    int64_t rival;
    double lead = lead_of(job, point, &rival);
    int is_held = note(job, job->visits, point, rival, lead);
    is_held |= add(job->theta + size * label, job->step, row, size, job->bound);
    is_held |= add(job->theta + size * rival, -job->step, row, size, job->bound);
    score_class(job, label);
    score_class(job, rival);
    return is_held;
}

static int learn_kernel_error(Job *job, int64_t point)
{
    return learn_kernel(job, job->visits, point, kernel_margin(job, point));
}

static int learn_kernel_class_error(Job *job, int64_t point)
{
    int64_t rival;
    const double lead = lead_of(job, point, &rival);
    return learn_kernel_class(job, job->visits, point, rival, lead);
}

/* Go on from error to error, until the visits are made, an update holds it up, or none is left. */
static void go_from_error_to_error(Job *job, Judge *judge_block, Learner *learn_from)
{
    const int64_t begin = job->visits;
    int is_held = 0;
    job->n_updates = 0;
    job->lacks_row = -1;
    job->n_errors = count_errors(job, judge_block);
    while (job->n_errors && job->visits < job->until && !is_held) {
        uint64_t word = job->words[job->visits - begin];
        is_held = learn_from(job, find_error(job, judge_block, (int64_t)(word % (uint64_t)job->n_errors)));
        if (job->lacks_row >= 0)
            return;
        job->visits++;
        job->n_errors = count_errors(job, judge_block);
    }
}

SHARED void go_random(Job *job) { go_from_error_to_error(job, judge, learn); }

SHARED void go_random_multiclass(Job *job)
{
    for (int64_t m = 0; m < job->n_present; m++)
        score_class(job, job->present[m]);
    go_from_error_to_error(job, judge_classes, learn_class);
}

SHARED void go_random_kernel(Job *job) { go_from_error_to_error(job, judge_kernel, learn_kernel_error); }

SHARED void go_random_kernel_multiclass(Job *job)
{
    job->scores = job->theta;
    go_from_error_to_error(job, judge_classes, learn_kernel_class_error);
}

/* Whatever asks for all points at once, by their columns. */

/* θ·x̂ of the points from `start` to before `stop`. */
SHARED void find_sums(const double *const *columns, int64_t n_entries, const double *theta, int64_t start, int64_t stop,
                      double *sums)
{
    for (int64_t from = start; from < stop; from += BLOCK)
        sums_of(columns, n_entries, theta, from, least(BLOCK, stop - from), sums + from - start);
}

typedef struct {
    const double *const *columns; /* of the points, held (E2), each contiguous */
    int64_t n_entries, n_samples;
    const double *theta;          /* in multiclass n_entries numbers a class */
    const int64_t *labels;        /* the class of each point; NULL: binary, the columns have the signs */
    const int64_t *present;       /* the classes with points, ascending */
    int64_t n_present, n_classes;
    double threshold;             /* β: a point with a margin of at most this is learned from (V4) */
    /* What is asked for; NULL: it is not. */
    uint8_t *errors, *to_learn;
    int32_t *rivals;              /* of every error; −1 for a point that is right */
    int64_t *counts;              /* points of each class, n_classes in a row, by the class they go to */
} Question;

/* Let a class compete at some points: its own truth, and the best of the others so far, of equals the first; classes come
   in ascending order. Nothing is written on a condition: processors take long for that. */
WITHIN void compete(const double *scores, double k, const double *labels, int64_t count, double *restrict truth,
                    double *restrict best, double *restrict rivals)
{
    for (int64_t i = 0; i < count; i++) {
        const double score = scores[i], other = labels[i] == k ? -INFINITY : score;
        const double claim = other > best[i] ? k : -1.0;
        truth[i] += labels[i] == k ? score : 0.0;
        if (rivals)
            rivals[i] = claim > rivals[i] ? claim : rivals[i];
        best[i] = other > best[i] ? other : best[i];
    }
}

/* s_y − s_r of some points and, if asked for, r: room for a block each; infinity and −1 where there is no other class. */
WITHIN void leads_of(const Question *asked, int64_t from, int64_t count, double *restrict leads, double *restrict rivals)
{
    double scores[BLOCK], labels[BLOCK], best[BLOCK];
    for (int64_t i = 0; i < count; i++)
        labels[i] = (double)asked->labels[from + i];
    for (int i = 0; i < BLOCK; i++) {
        leads[i] = -0.0; /* with a number added the same as 0.0, but not filled by a call, which takes longer */
        best[i] = -INFINITY;
    }
    for (int i = 0; rivals && i < BLOCK; i++)
        rivals[i] = -1.0;
    for (int64_t m = 0; m < asked->n_present; m++) {
        const int64_t k = asked->present[m];
        sums_of(asked->columns, asked->n_entries, asked->theta + asked->n_entries * k, from, count, scores);
        compete(scores, (double)k, labels, count, leads, best, rivals);
    }
    for (int64_t i = 0; i < count; i++)
        leads[i] -= best[i];
}

WIDE static void lead_all(const Question *asked, double *leads, int64_t *rivals)
{
    double some[BLOCK], others[BLOCK];
    for (int64_t from = 0; from < asked->n_samples; from += BLOCK) {
        const int64_t count = least(BLOCK, asked->n_samples - from);
        leads_of(asked, from, count, some, others);
        for (int64_t i = 0; i < count; i++) {
            leads[from + i] = some[i];
            rivals[from + i] = (int64_t)others[i];
        }
    }
}

/* Multiclass: s_y − s_r of every point and its rival; infinity and −1 where there is no other class. */
SHARED void find_leads(const Question *asked, double *leads, int64_t *rivals) { lead_all(asked, leads, rivals); }

/* Where each point of some goes: an error to its rival, another to its class. */
WITHIN void count_classes(const Question *asked, int64_t from, int64_t count, const double *margins, const double *rivals)
{
    const int64_t *labels = asked->labels + from, n_classes = asked->n_classes;
    int32_t *restrict named = asked->rivals + from;
    int64_t cells[BLOCK], *counts = asked->counts;
    for (int64_t i = 0; i < count; i++) {
        const int64_t label = labels[i], rival = (int64_t)rivals[i], is_wrong = -(margins[i] <= 0.0);
        named[i] = (int32_t)(rival | ~is_wrong); /* −1 where it is right */
        cells[i] = n_classes * label + (rival & is_wrong) + (label & ~is_wrong);
    }
    for (int64_t i = 0; i < count; i++)
        counts[cells[i]]++;
}

WITHIN void mark(const double *margins, int64_t count, double most, uint8_t *restrict marks)
{
    for (int64_t i = 0; i < count; i++)
        marks[i] = margins[i] <= most;
}

WITHIN double loss_of(const double *margins, int64_t count)
{
    double losses[BLOCK];
    for (int64_t i = 0; i < count; i++)
        losses[i] = margins[i] < 0.0 ? -margins[i] : 0.0;
    return sum_block(losses, count);
}

WIDE static double judge_all(const Question *asked)
{
    double margins[BLOCK], rivals[BLOCK], total = 0.0;
    for (int64_t from = 0; from < asked->n_samples; from += BLOCK) {
        const int64_t count = least(BLOCK, asked->n_samples - from);
        if (!asked->labels)
            sums_of(asked->columns, asked->n_entries, asked->theta, from, count, margins);
        else if (asked->rivals)
            leads_of(asked, from, count, margins, rivals);
        else /* a loop of its own */
            leads_of(asked, from, count, margins, NULL);
        total += loss_of(margins, count);
        mark(margins, count, 0.0, asked->errors + from);
        if (asked->to_learn)
            mark(margins, count, asked->threshold, asked->to_learn + from);
        if (asked->rivals)
            count_classes(asked, from, count, margins, rivals);
    }
    return total;
}

/* Which points are errors, and what else is asked for. Returns the sum of the losses. */
SHARED double judge_points(const Question *asked) { return judge_all(asked); }

/* How many of the digests pass before one that a table of cycles.py seems to hold. From `number` on, unless it is
   negative, they are put into the table on the way. */
SHARED int64_t look_up(uint64_t *places, int64_t size, const uint64_t *digests, int64_t count, int64_t number)
{
    const uint64_t mask = (uint64_t)size - 1;
    for (int64_t i = 0; i < count; i++) {
        uint64_t tag = digests[i] >> 32, place = digests[i] & mask;
        for (; places[place]; place = (place + 1) & mask)
            if (places[place] >> 32 == tag)
                return i;
        if (number >= 0)
            places[place] = tag << 32 | (uint64_t)(number + i + 1);
    }
    return count;
}

/* From here on only its digits tell which decimal a double stands for (exact.py). */
static const double CERTAIN = 2251799813685248.0;
enum { NO_DECIMAL = -1, UNDECIDED = -2 };

/* The nearest whole number, of two the even one, with its sign, of a value below CERTAIN: 1.5·2^52 has no digits for
   more. Compilers make several of these side by side, of rint() none. */
static double whole(double value) { return copysign((value + 6755399441055744.0) - 6755399441055744.0, value); }

static int is_certain(double value, double power) { return fabs(value * power) < CERTAIN; }

static int is_decimal(double value, double power)
{
    return is_certain(value, power) && whole(value * power) / power == value;
}

/* How many of some values are decimals of so many places. */
WIDE static int64_t count_decimals(const double *values, int64_t count, double power)
{
    double are_decimals[BLOCK];
    for (int64_t i = 0; i < count; i++) {
        double product = values[i] * power, far = fabs(product) < CERTAIN ? 0.0 : 1.0;
        are_decimals[i] = whole(product) / power == values[i] ? 1.0 - far : 0.0;
    }
    return count_block(are_decimals, count);
}

/* The fewest places, from so many on, that a value needs; NO_DECIMAL where it is no such decimal. */
static int64_t places_of(double value, int64_t places, const double *powers)
{
    if (is_decimal(value, powers[places]))
        return places;
    for (places = 0; places <= MAX_PLACES; places++)
        if (is_decimal(value, powers[places]))
            return places;
    return is_certain(value, powers[MAX_PLACES]) ? NO_DECIMAL : UNDECIDED;
}

/* The fewest places, 0 to 6, that every value needs; NO_DECIMAL where one is no such decimal. */
SHARED int64_t count_places(const double *values, int64_t count)
{
    static const double powers[] = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    int64_t places = 0;
    for (int64_t from = 0; from < count; from += BLOCK) {
        int64_t size = least(BLOCK, count - from);
        if (count_decimals(values + from, size, powers[places]) == size)
            continue;
        for (int64_t i = from; i < from + size; i++) {
            int64_t k = places_of(values[i], places, powers);
            if (k < 0)
                return k;
            places = k > places ? k : places;
        }
    }
    return places;
}

/* Values times `power`, whole where they are decimals. */
WIDE static void hold_values(const double *values, int64_t count, double power, double *restrict held)
{
    for (int64_t i = 0; i < count; i++) {
        double product = values[i] * power, rounded = whole(product);
        held[i] = rounded / power == values[i] ? rounded : product;
    }
}

/* Put held points into their rows, the bias entry behind, all times the sign of the point (NULL: none). Returns the
   largest sum of |entries| of a row, or UNDECIDED. */
static inline double put_rows(const double *held, const int64_t *signs, int64_t count, const int64_t n_features,
                              const int64_t n_entries, double power, double *rows)
{
    double largest = 0.0;
    for (int64_t i = 0; i < count; i++) {
        const double sign = signs ? (double)signs[i] : 1.0, *point = held + n_features * i;
        double norm = n_entries > n_features ? power : 0.0, *row = rows + n_entries * i;
        for (int64_t j = 0; j < n_features; j++) {
            norm += fabs(point[j]);
            row[j] = point[j] * sign;
        }
        if (n_entries > n_features)
            row[n_features] = power * sign;
        if (!(norm < CERTAIN))
            return UNDECIDED;
        largest = norm > largest ? norm : largest;
    }
    return largest;
}

/* Hold the points: x times `power`, whole where it is a decimal. See `put_rows`. Of narrow rows some are held side by
   side, and then moved to their places; in the plane the compiler knows how wide they are. */
SHARED double hold(const double *values, const int64_t *signs, int64_t n_samples, int64_t n_features, int64_t n_entries,
                   double power, double *rows)
{
    const int is_narrow = 0 < n_features && n_features <= BLOCK, is_plane = n_features == 2 && n_entries == PLANE;
    const int64_t at_once = is_narrow ? BLOCK / n_features : 1;
    double largest = 0.0, some[BLOCK];
    for (int64_t from = 0; from < n_samples; from += at_once) {
        const int64_t size = least(at_once, n_samples - from), *own = signs ? signs + from : NULL;
        double *into = rows + from * n_entries, *held = is_narrow ? some : into, norm;
        hold_values(values + from * n_features, size * n_features, power, held);
        norm = is_plane ? put_rows(held, own, size, 2, PLANE, power, into)
                        : put_rows(held, own, size, n_features, n_entries, power, into);
        if (norm < 0.0)
            return UNDECIDED;
        largest = norm > largest ? norm : largest;
    }
    return largest;
}

/* Rows of the Gram matrix: K as `values` of each kernel in data/kernels has it. */

enum { POLYNOMIAL, GAUSSIAN, LAPLACIAN, KINDS };

typedef struct {
    int64_t kind, degree;
    double factor, constant; /* (factor·x·z + constant)^degree, or exp(factor·D(x, z)) */
} Kernel;

static double power_of_two(int32_t exponent)
{
    const uint64_t bits = (uint64_t)((int64_t)exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* e to the power of a number from −800 to 0, by sums and products in the order of exp_of of data/kernels/sums.py. */
static inline double exp_of(double exponent)
{
    const double twos = whole(exponent * 0x1.71547652b82fep+0);
    const double rest = (exponent - twos * 0x1.62e42feep-1) - twos * 0x1.a39ef35793c76p-33;
    const int32_t half = (int32_t)twos / 2, other = (int32_t)twos - half; /* of two factors only the last one rounds */
    double result = 1.0 / 6227020800.0;
    result = result * rest + 1.0 / 479001600.0;
    result = result * rest + 1.0 / 39916800.0;
    result = result * rest + 1.0 / 3628800.0;
    result = result * rest + 1.0 / 362880.0;
    result = result * rest + 1.0 / 40320.0;
    result = result * rest + 1.0 / 5040.0;
    result = result * rest + 1.0 / 720.0;
    result = result * rest + 1.0 / 120.0;
    result = result * rest + 1.0 / 24.0;
    result = result * rest + 1.0 / 6.0;
    result = result * rest + 0.5;
    result = result * rest + 1.0;
    result = result * rest + 1.0;
    return result * power_of_two(half) * power_of_two(other);
}

/* x·z, ‖x − z‖² or ‖x − z‖₁ of one point and some others, summed feature by feature. */
WIDE static void add_feature(double ours, const double *theirs, int64_t count, int64_t kind, double *restrict sums)
{
    if (kind == GAUSSIAN)
        for (int64_t i = 0; i < count; i++)
            sums[i] += (ours - theirs[i]) * (ours - theirs[i]);
    else if (kind == LAPLACIAN)
        for (int64_t i = 0; i < count; i++)
            sums[i] += ours > theirs[i] ? ours - theirs[i] : theirs[i] - ours;
    else if (kind == POLYNOMIAL)
        for (int64_t i = 0; i < count; i++)
            sums[i] += ours * theirs[i];
}

WIDE static void to_exponential(const double *sums, int64_t count, double factor, double *restrict row)
{
    for (int64_t i = 0; i < count; i++)
        row[i] = sums[i] * factor > -800.0 ? sums[i] * factor : -800.0; /* from there on the result is 0 */
    for (int64_t i = 0; i < count; i++)
        row[i] = exp_of(row[i]);
}

WIDE static void to_polynomial(const double *sums, int64_t count, const Kernel *kernel, double *restrict row)
{
    const double factor = kernel->factor, constant = kernel->constant;
    for (int64_t i = 0; i < count; i++)
        row[i] = sums[i] * factor + constant;
    for (int64_t degree = 1; degree < kernel->degree; degree++)
        for (int64_t i = 0; i < count; i++)
            row[i] *= sums[i] * factor + constant;
}

/* K of a point and the points from `start` to before `stop`; each column has n_samples values. 0 for an unknown kind. */
SHARED int64_t gram_row(const Kernel *kernel, const double *columns, int64_t n_samples, int64_t n_features,
                        int64_t point, int64_t start, int64_t stop, double *row)
{
    if (kernel->kind < 0 || kernel->kind >= KINDS)
        return 0;
    for (int64_t from = start; from < stop; from += BLOCK) {
        const int64_t count = least(BLOCK, stop - from);
        double sums[BLOCK] = {0.0};
        for (int64_t j = 0; j < n_features; j++) {
            const double *column = columns + j * n_samples;
            add_feature(column[point], column + from, count, kernel->kind, sums);
        }
        if (kernel->kind == POLYNOMIAL)
            to_polynomial(sums, count, kernel, row + from - start);
        else
            to_exponential(sums, count, kernel->factor, row + from - start);
    }
    return 1;
}
