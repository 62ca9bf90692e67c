/* Calls every function of the compiled loop with the same points, and prints the bits of all results: a library for
   Windows and one for Linux must print the same. Compiled with the source, -DVISITS="…/visits.c", for the layout of Job;
   the library that is tried is the one that is named. */

#include VISITS
#include <stdio.h>

#ifdef _WIN32
#include <windows.h>
#define OPEN(path) ((void *)LoadLibraryA(path))
#define FIND(library, name) ((void *)GetProcAddress((HMODULE)(library), name))
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif

enum { SAMPLES = 200, CLASSES = 3, MOST = 20000, TABLE = 1024, LARGEST = CLASSES * (SAMPLES + 1) };

typedef void Go(Job *);
typedef void Shuffle(uint64_t, int64_t, int64_t, Drawn *, int64_t *);
typedef int64_t CountPlaces(const double *, int64_t);
typedef double Hold(const double *, const int64_t *, int64_t, int64_t, int64_t, double, double *);
typedef int64_t LookUp(uint64_t *, int64_t, const uint64_t *, int64_t, int64_t);
typedef void FindSums(const double *const *, int64_t, const double *, int64_t, int64_t, double *);
typedef void FindLeads(const Question *, double *, int64_t *);
typedef double JudgePoints(const Question *);
typedef int64_t GramRow(const Kernel *, const double *, int64_t, int64_t, int64_t, int64_t, int64_t, double *);

typedef struct {
    const char *name;
    int is_kernel;
    int64_t n_rows; /* of weights or scores: 1, or one a class */
    int64_t until;
    double threshold;
} Trial;

static const Trial BINARY[] = {
    {"go_primal", 0, 1, 30 * SAMPLES, 0.25},
    {"go_random", 0, 1, 5000, 0.0},
    {"go_kernel", 1, 1, 30 * SAMPLES, 0.25},
    {"go_random_kernel", 1, 1, 5000, 0.0},
};
static const Trial MULTICLASS[] = {
    {"go_multiclass", 0, CLASSES, 30 * SAMPLES, 0.25},
    {"go_random_multiclass", 0, CLASSES, 5000, 0.0},
    {"go_kernel_multiclass", 1, CLASSES, 30 * SAMPLES, 0.25},
    {"go_random_kernel_multiclass", 1, CLASSES, 5000, 0.0},
};
enum { TRIALS = sizeof BINARY / sizeof *BINARY };

static double values[SAMPLES * PLANE], rows[SAMPLES * PLANE], columns[PLANE][SAMPLES], gram[SAMPLES][SAMPLES];
static double theta[LARGEST], scores[CLASSES * SAMPLES], pass_thetas[MOST * LARGEST / 64];
static const double *columns_at[PLANE], *gram_at[SAMPLES];
static int64_t labels[SAMPLES], signs[SAMPLES], order[SAMPLES], present[CLASSES] = {0, 1, 2}, counts[SAMPLES];
static int64_t lists[6][MOST];
static uint64_t words[MOST], table[TABLE], state = 1;
static Drawn drawn[2 * SAMPLES];
static uint8_t errors[SAMPLES], to_learn[SAMPLES];
static int32_t rivals[SAMPLES];
static int64_t cells[CLASSES * CLASSES];

static uint64_t next(void) { return state = state * 6364136223846793005u + 1442695040888963407u; }

static void say(const char *name, const void *data, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)data)[i]) * 1099511628211u;
    printf("%s %016llx\n", name, (unsigned long long)sum);
}

static void fill(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        for (int j = 0; j < PLANE - 1; j++)
            values[(PLANE - 1) * i + j] = (double)((int64_t)(next() >> 40) - (1 << 23)) / 7919.0;
        labels[i] = (int64_t)(next() >> 33) % CLASSES;
        signs[i] = labels[i] ? 1 : -1;
    }
    for (int i = 0; i < MOST; i++)
        words[i] = next();
}

static void tell(const char *name, const Job *job)
{
    printf("%s visits %lld updates %lld passes %lld errors %lld lacks %lld\n", name, (long long)job->visits,
           (long long)job->n_updates, (long long)job->n_passes, (long long)job->n_errors, (long long)job->lacks_row);
    say("  theta", theta, job->n_weights * sizeof *theta);
    say("  scores", scores, sizeof scores);
    for (int i = 0; i < 4; i++)
        say("  updates", lists[i], job->n_updates * sizeof(int64_t));
    say("  thetas", pass_thetas, job->n_passes * job->n_weights * sizeof *theta);
    say("  visits", lists[4], job->n_passes * sizeof(int64_t));
    say("  counts", lists[5], job->n_passes * sizeof(int64_t));
    say("  order", order, sizeof order);
}

static void try_loop(void *library, Trial trial)
{
    const int64_t size = trial.is_kernel ? SAMPLES + 1 : PLANE;
    Job job = {.rows = rows, .n_samples = SAMPLES, .n_entries = PLANE, .step = 0.1, .bound = 1e300,
               .n_rows = trial.n_rows, .entry = 1.0, .threshold = trial.threshold,
               .labels = trial.n_rows > 1 ? labels : signs, .present = present, .n_present = CLASSES,
               .gram = trial.is_kernel ? gram_at : NULL, .seed = 7, .drawn_order = order, .drawn = drawn,
               .columns = columns_at, .words = words, .counts = counts, .scores = trial.n_rows > 1 ? scores : theta,
               .theta = theta, .n_weights = trial.n_rows * size, .until = trial.until, .most_updates = MOST,
               .most_passes = 31, .update_visits = lists[0], .update_points = lists[1], .update_rivals = lists[2],
               .update_is_near = lists[3], .pass_thetas = pass_thetas, .pass_visits = lists[4], .pass_counts = lists[5]};
    memset(theta, 0, sizeof theta);
    memset(scores, 0, sizeof scores);
    memset(lists, 0, sizeof lists);
    ((Go *)FIND(library, trial.name))(&job);
    tell(trial.name, &job);
}

/* Ask for all points at once, with the weights as they are. */
static void try_points(void *library)
{
    ((FindSums *)FIND(library, "find_sums"))(columns_at, PLANE, theta, 3, SAMPLES, scores);
    say("sums", scores, (SAMPLES - 3) * sizeof *scores);
    Question asked = {.columns = columns_at, .n_entries = PLANE, .n_samples = SAMPLES, .theta = theta, .labels = labels,
                      .present = present, .n_present = CLASSES, .n_classes = CLASSES, .threshold = 0.25,
                      .errors = errors, .to_learn = to_learn, .rivals = rivals, .counts = cells};
    ((FindLeads *)FIND(library, "find_leads"))(&asked, scores, counts);
    say("leads", scores, SAMPLES * sizeof *scores);
    say("rivals", counts, sizeof counts);
    double loss = ((JudgePoints *)FIND(library, "judge_points"))(&asked);
    say("loss", &loss, sizeof loss);
    say("errors", errors, sizeof errors);
    say("to learn", to_learn, sizeof to_learn);
    say("rivals of errors", rivals, sizeof rivals);
    say("cells", cells, sizeof cells);
}

/* Hold the points, with signs or without, and fill the Gram matrix with the values of a kernel. */
static void prepare(void *library, const int64_t *sign, const Kernel *kernel)
{
    double largest = ((Hold *)FIND(library, "hold"))(values, sign, SAMPLES, PLANE - 1, PLANE, 1e6, rows);
    say("largest", &largest, sizeof largest);
    say("rows", rows, sizeof rows);
    for (int j = 0; j < PLANE; j++) {
        for (int i = 0; i < SAMPLES; i++)
            columns[j][i] = rows[PLANE * i + j];
        columns_at[j] = columns[j];
    }
    for (int i = 0; i < SAMPLES; i++) {
        ((GramRow *)FIND(library, "gram_row"))(kernel, columns[0], SAMPLES, PLANE - 1, i, 0, SAMPLES, gram[i]);
        gram_at[i] = gram[i];
    }
    say("gram", gram, sizeof gram);
}

int main(int count, char **arguments)
{
    static const Kernel gaussian = {1, 0, -1e-19, 0.0}, polynomial = {0, 3, 1e-18, 1.0};
    void *library = count == 2 ? OPEN(arguments[1]) : NULL;
    if (!library)
        return 1;
    fill();
    printf("places %lld\n", (long long)((CountPlaces *)FIND(library, "count_places"))(values, SAMPLES));
    ((Shuffle *)FIND(library, "shuffle"))(7, 3, SAMPLES, drawn, order);
    say("order", order, sizeof order);
    prepare(library, signs, &polynomial);
    for (int i = 0; i < TRIALS; i++)
        try_loop(library, BINARY[i]);
    prepare(library, NULL, &gaussian);
    for (int i = 0; i < TRIALS; i++)
        try_loop(library, MULTICLASS[i]);
    try_loop(library, MULTICLASS[0]);
    try_points(library);
    LookUp *look_up = (LookUp *)FIND(library, "look_up");
    printf("look_up %lld\n", (long long)look_up(table, TABLE, words, 500, 0));
    printf("look_up %lld\n", (long long)look_up(table, TABLE, words + 400, 500, -1));
    say("table", table, sizeof table);
    return 0;
}
